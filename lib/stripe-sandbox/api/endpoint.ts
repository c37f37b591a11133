import type Stripe from "stripe";
import { invalidRequest } from "../errors.ts";
import { integer, nested, type Params, text } from "../form.ts";
import {
  type ListQuery,
  listObjects,
  type ObjectType,
  requireObject,
  type SandboxObjects,
  type Transaction,
} from "../store.ts";

export interface ApiCall {
  tx: Transaction;
  params: Params;
  /** The id in the path; empty without one. */
  id: string;
}

export type ApiHandler = (call: ApiCall) => Promise<object>;

/** `METHOD /v1/path/:id` → handler. */
export type ApiRoutes = Record<string, ApiHandler>;

/** Handles `GET /v1/…/:id`: returns the object. */
export function retrieve(type: ObjectType): ApiHandler {
  return async ({ tx, id }) => (await requireObject(tx, type, id)).object;
}

/** Handles a list: one page of objects, newest first; `query` maps parameters to filters. */
export function list<T extends ObjectType>(
  type: T,
  url: string,
  query: (params: Params) => Pick<ListQuery, "customer" | "where"> = () => ({}),
): (call: ApiCall) => Promise<Stripe.ApiList<SandboxObjects[T]>> {
  return async ({ tx, params }) => {
    const limit = integer(params, "limit") ?? 10;
    if (limit < 1 || limit > 100) throw invalidRequest(`Invalid limit: ${limit}`, "limit");
    const { data, hasMore } = await listObjects(tx, type, {
      ...query(params),
      limit,
      createdFrom: integer(nested(params, "created") ?? {}, "gte"),
      startingAfter: text(params, "starting_after"),
    });
    return { object: "list", data: data.map(({ object }) => object), has_more: hasMore, url };
  };
}
