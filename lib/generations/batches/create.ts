import type { Caller } from "../../accounts/caller.ts";
import type { Order } from "../../credits/order.ts";
import { waiveFreeRemakes } from "../../credits/remakes.ts";
import { isUnavailable, mayHaveHappened, retryAfterSeconds } from "../../db/unavailable.ts";
import { ApiError, invalidParams, refusal } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { log } from "../../platform/log.ts";
import { because, reasonOf } from "../../platform/reasons.ts";
import { emitEnds } from "../notify/emit.ts";
import { checkOrders, issuesAt, placesBetween, type WrongRequests } from "../order/order.ts";
import type { CompleteRequest, WorkRequest } from "../order/request.ts";
import { findReusable } from "../order/reuse.ts";
import {
  laneOfBatch,
  orderLifetimeMs,
  requireCovered,
  requireWithin,
  submitOrders,
} from "../order/submit.ts";
import { getBatch } from "./read.ts";
import { toSkippedItem } from "./skipped.ts";

export interface BatchRequest {
  title?: string | undefined;
  metadata?: Record<string, string> | undefined;
  maxCredits?: number | undefined;
  /** Default for items without their own value. */
  reuse?: boolean | undefined;
  /** Whether invalid items reject the whole batch or are skipped. */
  onInvalid?: "reject" | "skip" | undefined;
  /** The items that match their schema. */
  items: readonly BatchItem[];
  /** The errors of the other items. */
  wrong?: WrongRequests;
}

type BatchItem = WorkRequest & { customId: string };

/** A result may be deleted, or a free remake used up, while a batch that depends on it is submitted. */
const attempts = 3;

/**
 * Checks all items, then charges and queues them together: all or none, or with `skip` the valid ones. Throws
 * ApiError invalid_params with a path like `items[3].request.image_url` for every error of every item,
 * insufficient_credits and overloaded.
 */
export async function createBatch(batchRequest: BatchRequest, by: Caller & { resumedId: string | null }) {
  if (by.resumedId !== null) return getBatch({ id: by.resumedId }, by);
  const { title, metadata, maxCredits, reuse = false } = batchRequest;
  const { orders, requests, skipped } = await checkItems(batchRequest, by);
  const mayReuse = requests.map(({ request }) => request.reuse ?? reuse);
  const mayBeFree = mayReuse.includes(true) || requests.some(isRemake);
  const places = orders.map(({ place }) => place);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const reused = await findReusable(
      orders.map((order, place) => (mayReuse[place] ? order : null)),
      by,
    );
    const priced = orders.map((order, place) => {
      const reusedId = reused[place];
      return reusedId ? { ...order, cost: 0, reusedId } : order;
    });
    const work = await waiveFreeRemakes(priced, by);
    const costs = work.map(({ cost }) => cost);
    if (mayBeFree || attempt === 0) requirePrices(costs, { requests, places, maxCredits });
    requireCovered(sumOf(costs), by);
    const id = newId("bat");
    const batch = { id, title, metadata };
    const submission = { work, skipped, by, lane: laneOfBatch(by), lifetimeMs: orderLifetimeMs, batch };
    if (!(await submit(submission))) continue;
    const ended = [...work.filter(({ reusedId }) => reusedId !== undefined), ...skipped];
    // Events of hundreds of items take a while; the response does not wait for them.
    void emitEnds(ended.map((item) => item.id)).catch((error: unknown) =>
      log.warn({ id, err: error }, "the events of a batch could not be emitted"),
    );
    return getBatch({ id }, by);
  }
  throw new ApiError(
    "overloaded",
    "Results that this batch reuses, or free remakes of its photos, are changing right now.",
    {
      retryAfterSeconds: 5,
    },
  );
}

/**
 * The orders of valid items with their positions, and the skipped items. Throws ApiError invalid_params when the
 * batch must be rejected.
 */
async function checkItems({ items, wrong, onInvalid = "reject" }: BatchRequest, { userId }: Caller) {
  const unreadable = new Map((wrong?.elements ?? []).map((element) => [element.place, element]));
  const places = placesBetween(wrong, items.length);
  const checked = await checkOrders(items, { userId });
  const requests: CompleteRequest[] = [];
  const orders: (Order & { place: number })[] = [];
  const refused = new Map(unreadable);
  for (const [index, { complete, order, issues }] of checked.entries()) {
    const place = places[index] ?? index;
    const customId = items[index]?.customId ?? null;
    if (order === null) {
      const named = issuesAt(`items[${place}].request`, issues);
      refused.set(place, { place, issues: named, given: items[index] });
      continue;
    }
    requests.push(complete);
    orders.push({ ...order, customId, place });
  }
  const inOrder = [...refused.values()].toSorted((a, b) => a.place - b.place);
  const others = wrong?.issues ?? [];
  const mustReject = onInvalid === "reject" || orders.length === 0 || others.length > 0;
  if (mustReject && inOrder.length + others.length > 0) {
    throw invalidParams([...others, ...inOrder.flatMap(({ issues }) => issues)]);
  }
  return {
    orders,
    requests,
    skipped: inOrder.map((item) => toSkippedItem(item.place, item.given, item.issues)),
  };
}

/** As `submitOrders`. Without an idempotency key, the error names the batch that may have been charged. */
async function submit(submission: Parameters<typeof submitOrders>[0]): Promise<boolean> {
  const { by, batch } = submission;
  return submitOrders(submission).catch((error: unknown) => {
    if (!(isUnavailable(error) && mayHaveHappened(error)) || !batch) throw error;
    const options = { retryAfterSeconds, cause: error };
    if (by.idempotencyKey !== null) throw refusal(because("keyed_charge_unconfirmed"), options);
    throw refusal(because("batch_unconfirmed", { id: batch.id }), options);
  });
}

function isRemake({ operation, request }: CompleteRequest): boolean {
  return operation === "generate" && request.remakeOf !== undefined;
}

function requirePrices(
  costs: readonly number[],
  {
    requests,
    places,
    maxCredits,
  }: { requests: readonly CompleteRequest[]; places: readonly number[]; maxCredits: number | undefined },
): void {
  requireWithin(sumOf(costs), { maxCredits });
  for (const [index, { request }] of requests.entries()) {
    within(`items[${places[index]}].request`, () => requireWithin(costs[index] ?? 0, request));
  }
}

function sumOf(costs: readonly number[]): number {
  return costs.reduce((sum, cost) => sum + cost, 0);
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
