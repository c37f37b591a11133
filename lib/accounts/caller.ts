import type { AccountState } from "./state.ts";

/** Who calls a use case, as authenticated at the start of the request; use cases ask for the fields that they need. */
export interface Caller {
  userId: string;
  /** Null for a session of the dashboard. */
  apiKeyId: string | null;
  account: Pick<AccountState, "tier" | "total">;
  /** Allows repeating the same request; null without one. */
  idempotencyKey: string | null;
}

/** A caller that reads or changes only what it owns. */
export type Owner = Pick<Caller, "userId">;

/** A caller, and how its request waits for the work that it orders. */
export interface WaitingCaller extends Caller {
  startedAtMs: number;
  /** The caller does not wait: the response is the queued work. */
  respondAsync: boolean;
  /** With `respondAsync`, the seconds from the start that the response waits for the result; absent: no wait. */
  waitSeconds?: number;
  /** The work charged by an earlier request with the same Idempotency-Key; null for the first request. */
  resumedId: string | null;
}
