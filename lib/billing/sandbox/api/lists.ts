import type Stripe from "stripe";
import { invalidRequest } from "../errors.ts";
import { integer, nested, type Params, text } from "../form.ts";
import {
  type ListQuery,
  listObjects,
  type ObjectType,
  type SandboxObjects,
  type Transaction,
} from "../store.ts";

/** One page of objects in Stripe's list form, from the paging parameters of a request. */
export async function page<T extends ObjectType>(
  tx: Transaction,
  type: T,
  params: Params,
  url: string,
  query: Pick<ListQuery, "customer" | "where"> = {},
): Promise<Stripe.ApiList<SandboxObjects[T]>> {
  const limit = integer(params, "limit") ?? 10;
  if (limit < 1 || limit > 100) throw invalidRequest(`Invalid limit: ${limit}`, "limit");
  const { data, hasMore } = await listObjects(tx, type, {
    ...query,
    limit,
    created: range(params),
    startingAfter: text(params, "starting_after"),
    endingBefore: text(params, "ending_before"),
  });
  return { object: "list", data: data.map(({ object }) => object), has_more: hasMore, url };
}

function range(params: Params): NonNullable<ListQuery["created"]> {
  if (typeof params.created === "string") {
    const exact = integer(params, "created");
    return exact === undefined ? {} : { gte: exact, lte: exact };
  }
  const given = nested(params, "created") ?? {};
  const bounds: NonNullable<ListQuery["created"]> = {};
  for (const key of ["gte", "gt", "lte", "lt"] as const) {
    const value = integer(given, key);
    if (value !== undefined) bounds[key] = value;
  }
  return bounds;
}
