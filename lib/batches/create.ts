import type { CheckedWork } from "../generations/kind.ts";
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
import { completeOrders, type WantedOrder } from "../generations/wanted.ts";
import { limitConcurrency } from "../platform/concurrency.ts";
import { ApiError, type ErrorIssue } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { getBatch } from "./read.ts";

export interface BatchOrder {
  title?: string | undefined;
  metadata?: Record<string, string> | undefined;
  maxCredits?: number | undefined;
  items: readonly (WantedOrder & { customId: string })[];
}

const checkedAtOnce = 16;
/** Whoever gets a thousand items wrong in the same way is told often enough. */
const maxIssues = 50;

/**
 * Checks all items, then pays for and queues them together: all or none. Throws ApiError invalid_params with a path
 * like `items[3].request.image_url` for every fault of an item, insufficient_credits and overloaded.
 */
export async function createBatch(
  { title, metadata, maxCredits, items }: BatchOrder,
  by: Payer & { resumedId: string | null },
) {
  if (by.resumedId !== null) return getBatch({ id: by.resumedId }, by);
  const at = (place: number) => `items[${place}].request`;
  const orders = await completeOrders(items, { userId: by.userId, at });
  const priced = orders.map((order) => ({ id: newId("gen"), order, cost: priceOf(order) }));
  const cost = priced.reduce((sum, item) => sum + item.cost, 0);
  requireWithin(cost, { maxCredits });
  for (const [place, { order, cost: itemCost }] of priced.entries()) {
    within(at(place), () => requireWithin(itemCost, order.request));
  }
  const checked = await checkAll(orders, { userId: by.userId, at });
  requireCovered(cost, by);
  const id = newId("bat");
  await submitWork({
    orders: priced.map((item, place) => ({
      ...item,
      customId: items[place]?.customId,
      checked: requireAt(checked, place),
    })),
    by,
    lane: laneOfBatch(by),
    lifetimeMs: orderLifetimeMs,
    batch: { id, title, metadata },
  });
  return getBatch({ id }, by);
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
