import type { Caller } from "../../accounts/caller.ts";
import type { batchRequest } from "../../contract/batches/schemas.ts";
import type { Given } from "../../contract/wire.ts";
import type { Order } from "../../credits/order.ts";
import { isUnavailable, mayHaveHappened, retryAfterSeconds } from "../../db/unavailable.ts";
import { ApiError, invalidParams, refusal } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { log } from "../../platform/log.ts";
import { because, reasonOf } from "../../platform/reasons.ts";
import { findWebhooks } from "../../webhooks/of-work.ts";
import type { WorkRequest } from "../kinds/kind.ts";
import { emitEnds } from "../notify/emit.ts";
import { checkOrders, issuesAt, placesBetween, type WrongRequests } from "../order/order.ts";
import { photosOf } from "../order/request.ts";
import {
  laneOfBatch,
  orderLifetimeMs,
  requirePayable,
  requireWithin,
  submitTogether,
} from "../order/submit.ts";
import { getBatch } from "./read.ts";
import { toSkippedItem } from "./skipped.ts";

export interface BatchRequest extends Omit<Given<typeof batchRequest>, "items"> {
  /** The items that match their schema. */
  items: readonly BatchItem[];
  /** The errors of the other items. */
  wrong?: WrongRequests;
}

type BatchItem = WorkRequest & { customId: string };

/**
 * Checks all items, then charges and queues them together: all or none, or with `skip` the valid ones. Throws
 * ApiError invalid_params with a path like `items[3].request.image_url` for every error of every item,
 * insufficient_credits and overloaded.
 */
export async function createBatch(request: BatchRequest, by: Caller & { resumedId: string | null }) {
  if (by.resumedId !== null) return getBatch({ id: by.resumedId }, by);
  const { title, metadata, maxCredits, reuse = false } = request;
  const { orders, requests, skipped, webhook } = await checkItems(request, by);
  const places = orders.map(({ place }) => place);
  const id = newId("bat");
  const batch = { id, title, metadata, webhook };
  const work = await submitTogether({
    ...{ orders, skipped, by, lane: laneOfBatch(by), lifetimeMs: orderLifetimeMs, batch },
    mayReuse: requests.map(({ request }) => request.reuse ?? reuse),
    requirePrices(priced) {
      requirePrices(priced, { requests, places, maxCredits });
      requirePayable(priced, {}, by);
    },
  }).catch((error: unknown) => {
    throw orUnconfirmed(error, id, by);
  });
  if (work === null) {
    throw new ApiError(
      "overloaded",
      "Results that this batch reuses, or free remakes of its photos, are changing right now.",
      { retryAfterSeconds: 5 },
    );
  }
  const ended = [...work.filter(({ reusedId }) => reusedId !== undefined), ...skipped];
  // Events of hundreds of items take a while; the response does not wait for them.
  void emitEnds(ended.map((item) => item.id)).catch((error: unknown) =>
    log.warn({ id, err: error }, "the events of a batch could not be emitted"),
  );
  return getBatch({ id }, by);
}

/**
 * The orders of valid items with their positions, and the skipped items. Throws ApiError invalid_params when the
 * batch must be rejected.
 */
async function checkItems(
  { items, wrong, webhookUrl, onInvalid = "reject" }: BatchRequest,
  { userId }: Caller,
) {
  const [webhook] = await findWebhooks([webhookUrl], { userId });
  const isUsable = webhook === undefined || "endpointId" in webhook;
  const unreadable = new Map((wrong?.elements ?? []).map((element) => [element.place, element]));
  const places = placesBetween(wrong, items.length);
  const checked = await checkOrders(items, { userId });
  const requests: WorkRequest[] = [];
  const orders: (Order & { place: number })[] = [];
  const refused = new Map(unreadable);
  for (const [index, { complete, order, issues }] of checked.entries()) {
    const place = places[index] ?? index;
    const customId = items[index]?.customId ?? null;
    if (order === null || photosOf(complete) > 1) {
      const several = photosOf(complete) > 1 ? [issueOfSeveral] : [];
      const named = issuesAt(`items[${place}].request`, [...several, ...(issues ?? [])]);
      refused.set(place, { place, issues: named, given: items[index] });
      continue;
    }
    requests.push(complete);
    orders.push({ ...order, customId, place });
  }
  const inOrder = [...refused.values()].toSorted((a, b) => a.place - b.place);
  const others = [...(wrong?.issues ?? []), ...(isUsable ? [] : [webhook])];
  const mustReject = onInvalid === "reject" || orders.length === 0 || others.length > 0;
  if (mustReject && inOrder.length + others.length > 0) {
    throw invalidParams([...others, ...inOrder.flatMap(({ issues }) => issues)]);
  }
  return {
    orders,
    requests,
    webhook: isUsable ? webhook : undefined,
    skipped: inOrder.map((item) => toSkippedItem(item.place, item.given, item.issues)),
  };
}

/** The error of a charge that may have happened: without an idempotency key, it names the batch. */
function orUnconfirmed(error: unknown, id: string, { idempotencyKey }: Caller): unknown {
  if (!(isUnavailable(error) && mayHaveHappened(error))) return error;
  const options = { retryAfterSeconds, cause: error };
  if (idempotencyKey !== null) return refusal(because("keyed_charge_unconfirmed"), options);
  return refusal(because("batch_unconfirmed", { id }), options);
}

const issueOfSeveral = { path: "n", message: "must be 1 in a batch: add an item for each seed" };

function requirePrices(
  work: readonly Pick<Order, "cost">[],
  {
    requests,
    places,
    maxCredits,
  }: { requests: readonly WorkRequest[]; places: readonly number[]; maxCredits: number | undefined },
): void {
  requireWithin(
    work.reduce((sum, { cost }) => sum + cost, 0),
    { maxCredits },
  );
  for (const [index, { request }] of requests.entries()) {
    within(`items[${places[index]}].request`, () => requireWithin(work[index]?.cost ?? 0, request));
  }
}

function within(path: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (error instanceof ApiError)
      throw new ApiError(error.code, `${path}: ${error.message}`, { reason: reasonOf(error) });
    throw error;
  }
}
