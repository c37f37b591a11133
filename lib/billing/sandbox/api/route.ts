import type { Params } from "../form.ts";
import type { Transaction } from "../store.ts";

export interface ApiCall {
  tx: Transaction;
  params: Params;
  /** The id in the path; empty where the path has none. */
  id: string;
}

export type ApiHandler = (call: ApiCall) => Promise<object>;

/** `METHOD /v1/path/:id` → what answers it. */
export type ApiRoutes = Record<string, ApiHandler>;
