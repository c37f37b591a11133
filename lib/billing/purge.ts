import { db } from "../db/index.ts";

/**
 * Longer than Stripe tells of an event (30 days): one that is forgotten here is never told again. What it did is kept
 * in the ledger.
 */
const eventsKeptDays = 90;
const dayMs = 24 * 60 * 60 * 1000;

/** Forgets Stripe events that were handled 90 days ago. Returns how many. */
export async function purgeEvents(now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - eventsKeptDays * dayMs);
  const { count } = await db().stripeEvent.deleteMany({
    where: { createdAt: { lt: before }, receivedAt: { lt: before } },
  });
  return count;
}
