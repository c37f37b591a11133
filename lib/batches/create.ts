import type { CheckedWork } from "../generations/kind.ts";
import { findReusable } from "../generations/reuse.ts";
import {
  checkOrder,
  laneOfBatch,
  type Order,
  orderLifetimeMs,
  type Payer,
  priceOf,
  requireCovered,
  requireWithin,
  submitWork,
} from "../generations/submit.ts";
import { tellOfEnds } from "../generations/tell.ts";
import { completeOrders, type WantedOrder } from "../generations/wanted.ts";
import { limitConcurrency } from "../platform/concurrency.ts";
import { ApiError, type ErrorIssue } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { log } from "../platform/log.ts";
import { getBatch } from "./read.ts";

export interface BatchOrder {
  title?: string | undefined;
  metadata?: Record<string, string> | undefined;
  maxCredits?: number | undefined;
  /** Of items that do not say. */
  reuse?: boolean | undefined;
  items: readonly (WantedOrder & { customId: string })[];
}

const checkedAtOnce = 16;
/** A result may be deleted while a batch that takes it again is being submitted. */
const reuseAttempts = 3;
/** Whoever gets a thousand items wrong in the same way is told often enough. */
const maxIssues = 50;

/**
 * Checks all items, then pays for and queues them together: all or none. Throws ApiError invalid_params with a path
 * like `items[3].request.image_url` for every fault of an item, insufficient_credits and overloaded.
 */
export async function createBatch(
  { title, metadata, maxCredits, reuse = false, items }: BatchOrder,
  by: Payer & { resumedId: string | null },
) {
  if (by.resumedId !== null) return getBatch({ id: by.resumedId }, by);
  const at = (place: number) => `items[${place}].request`;
  const wanted = await completeOrders(items, { userId: by.userId, at });
  const prices = wanted.map(priceOf);
  const mayReuse = wanted.some(({ request }) => request.reuse ?? reuse);
  // What it costs at most: less is known only when its items were looked at.
  if (!mayReuse) requirePrices(prices, { items: wanted, maxCredits });
  const checked = await checkAll(wanted, { userId: by.userId, at });
  for (let attempt = 0; attempt < reuseAttempts; attempt += 1) {
    const reused = await findReusable(
      wanted.map((order, place) => ({ order, checked: requireAt(checked, place) })),
      { userId: by.userId, reuse },
    );
    const costs = prices.map((price, place) => (reused[place] ? 0 : price));
    if (mayReuse) requirePrices(costs, { items: wanted, maxCredits });
    requireCovered(sumOf(costs), by);
    const id = newId("bat");
    const orders = wanted.map((order, place) => ({
      ...{ id: newId("gen"), order, cost: costs[place] ?? 0, customId: items[place]?.customId },
      ...{ checked: requireAt(checked, place), reusedId: reused[place] ?? undefined },
    }));
    const how = { lane: laneOfBatch(by), lifetimeMs: orderLifetimeMs, batch: { id, title, metadata } };
    if (!(await submitWork({ orders, by, ...how }))) continue;
    const done = orders.flatMap((order) => (order.reusedId ? [order.id] : []));
    // Webhooks of hundreds of items take a while; the answer does not wait for them.
    void tellOfEnds(done).catch((error: unknown) => log.warn({ id, err: error }, "a batch was not told of"));
    return getBatch({ id }, by);
  }
  throw new ApiError("overloaded", "Results of this batch are being deleted right now.", {
    retryAfterSeconds: 5,
  });
}

function requirePrices(
  costs: readonly number[],
  { items, maxCredits }: { items: readonly Order[]; maxCredits: number | undefined },
): void {
  requireWithin(sumOf(costs), { maxCredits });
  for (const [place, { request }] of items.entries()) {
    within(`items[${place}].request`, () => requireWithin(costs[place] ?? 0, request));
  }
}

function sumOf(costs: readonly number[]): number {
  return costs.reduce((sum, cost) => sum + cost, 0);
}

/** Checks orders as far as it can be done at once. Throws ApiError invalid_params that names every faulty one. */
export async function checkAll(
  orders: readonly Order[],
  { userId, at }: { userId: string; at: (place: number) => string },
): Promise<CheckedWork[]> {
  const limit = limitConcurrency({ atOnce: checkedAtOnce });
  // A batch of one picture in many styles asks for it once.
  const known = new Map<string, Promise<CheckedWork>>();
  const issues: ErrorIssue[] = [];
  const checked = await Promise.all(
    orders.map((order, place) => {
      const name = JSON.stringify(order);
      const checking = known.get(name) ?? limit(() => checkOrder(order, { userId, load: false }));
      known.set(name, checking);
      return checking.catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== "invalid_params") throw error;
        const found = error.issues ?? [{ path: "", message: error.message }];
        issues.push(
          ...found.map(({ path, message }) => {
            const full = path ? `${at(place)}.${path}` : at(place);
            return { path: full, message: `${full}: ${message}` };
          }),
        );
        return null;
      });
    }),
  );
  if (issues.length === 0) return checked.filter((one) => one !== null);
  const told = issues.slice(0, maxIssues);
  throw new ApiError("invalid_params", told.map(({ message }) => message).join("; "), { issues: told });
}

function within(path: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (error instanceof ApiError) throw new ApiError(error.code, `${path}: ${error.message}`);
    throw error;
  }
}

function requireAt<T>(list: readonly T[], place: number): T {
  const found = list[place];
  if (found === undefined) throw new Error(`an item of a batch was not checked: ${place}`);
  return found;
}
