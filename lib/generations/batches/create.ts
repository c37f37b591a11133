import { waiveFreeRemakes } from "../../credits/remakes.ts";
import { ApiError } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { log } from "../../platform/log.ts";
import { reasonOf } from "../../platform/reasons.ts";
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

/** A result may be deleted, or a free remake used up, while a batch that needs it is being submitted. */
const attempts = 3;

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
  const customIds = items.map(({ customId }) => customId);
  const mayReuse = requests.map(({ request }) => request.reuse ?? reuse);
  // What it costs at most: less is known only when its items were looked at.
  const mayBeFree = mayReuse.includes(true) || requests.some(isRemake);
  if (!mayBeFree) requirePrices(requests.map(priceOf), { requests, maxCredits });
  const orders = await toOrders(requests, paths);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const reused = await findReusable(
      orders.map((order, place) => (mayReuse[place] ? order : null)),
      by,
    );
    const priced = orders.map((order, place) => {
      const item = { ...order, customId: customIds[place] };
      const reusedId = reused[place];
      return reusedId ? { ...item, cost: 0, reusedId } : item;
    });
    const work = await waiveFreeRemakes(priced, by);
    const costs = work.map(({ cost }) => cost);
    if (mayBeFree) requirePrices(costs, { requests, maxCredits });
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
  throw new ApiError(
    "overloaded",
    "Results that this batch reuses, or free remakes of its photos, are changing right now.",
    {
      retryAfterSeconds: 5,
    },
  );
}

function isRemake({ operation, request }: CompleteRequest): boolean {
  return operation === "generate" && request.remakeOf !== undefined;
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
    if (error instanceof ApiError)
      throw new ApiError(error.code, `${path}: ${error.message}`, { reason: reasonOf(error) });
    throw error;
  }
}
