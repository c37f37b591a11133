import { ApiError } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { log } from "../../platform/log.ts";
import { emitEnds } from "../notify/emit.ts";
import { priceOf, toOrders } from "../order/order.ts";
import { type CompleteRequest, completeRequests, type WorkRequest } from "../order/request.ts";
import { findReusable } from "../order/reuse.ts";
import {
  laneOfBatch,
  orderLifetimeMs,
  type Payer,
  requireCovered,
  requireWithin,
  submitOrders,
} from "../order/submit.ts";
import { getBatch } from "./read.ts";

export interface BatchRequest {
  title?: string | undefined;
  metadata?: Record<string, string> | undefined;
  maxCredits?: number | undefined;
  /** Of items that do not say. */
  reuse?: boolean | undefined;
  items: readonly (WorkRequest & { customId: string })[];
}

/** A result may be deleted while a batch that takes it again is being submitted. */
const reuseAttempts = 3;

/**
 * Checks all items, then charges and queues them together: all or none. Throws ApiError invalid_params with a path
 * like `items[3].request.image_url` for every error of an item, insufficient_credits and overloaded.
 */
export async function createBatch(
  { title, metadata, maxCredits, reuse = false, items }: BatchRequest,
  by: Payer & { resumedId: string | null },
) {
  if (by.resumedId !== null) return getBatch({ id: by.resumedId }, by);
  const paths = { userId: by.userId, at: (place: number) => `items[${place}].request` };
  const requests = await completeRequests(items, paths);
  const mayReuse = requests.map(({ request }) => request.reuse ?? reuse);
  // What it costs at most: less is known only when its items were looked at.
  if (!mayReuse.includes(true)) requirePrices(requests.map(priceOf), { requests, maxCredits });
  const orders = await toOrders(requests, paths);
  for (let attempt = 0; attempt < reuseAttempts; attempt += 1) {
    const reused = await findReusable(
      orders.map((order, place) => (mayReuse[place] ? order : null)),
      by,
    );
    const work = orders.map((order, place) => {
      const item = { ...order, customId: items[place]?.customId };
      const reusedId = reused[place];
      return reusedId ? { ...item, cost: 0, reusedId } : item;
    });
    const costs = work.map(({ cost }) => cost);
    if (mayReuse.includes(true)) requirePrices(costs, { requests, maxCredits });
    requireCovered(sumOf(costs), by);
    const id = newId("bat");
    const batch = { id, title, metadata };
    const isCharged = await submitOrders({
      work,
      by,
      lane: laneOfBatch(by),
      lifetimeMs: orderLifetimeMs,
      batch,
    });
    if (!isCharged) continue;
    // Webhooks of hundreds of items take a while; the answer does not wait for them.
    void emitEnds(work.flatMap((item) => (item.reusedId === undefined ? [] : [item.id]))).catch(
      (error: unknown) => log.warn({ id, err: error }, "the events of a batch could not be emitted"),
    );
    return getBatch({ id }, by);
  }
  throw new ApiError("overloaded", "Results of this batch are being deleted right now.", {
    retryAfterSeconds: 5,
  });
}

function requirePrices(
  costs: readonly number[],
  { requests, maxCredits }: { requests: readonly CompleteRequest[]; maxCredits: number | undefined },
): void {
  requireWithin(sumOf(costs), { maxCredits });
  for (const [place, { request }] of requests.entries()) {
    within(`items[${place}].request`, () => requireWithin(costs[place] ?? 0, request));
  }
}

function sumOf(costs: readonly number[]): number {
  return costs.reduce((sum, cost) => sum + cost, 0);
}

function within(path: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (error instanceof ApiError) throw new ApiError(error.code, `${path}: ${error.message}`);
    throw error;
  }
}
