import type Stripe from "stripe";
import { retention } from "../contract/retention.ts";
import { db, type Queryable, sql } from "../db/index.ts";
import { deleteInPortions } from "../db/portions.ts";
import type { Owner } from "./customer.ts";

/** The stored fields of a Stripe event. */
export interface EventRecord {
  id: string;
  type: string;
  created: number;
}

/**
 * Longer than Stripe resends an event (30 days), so that a deleted event cannot arrive again. Its effects remain in
 * the ledger.
 */
const eventsRetainedDays = retention.stripeEvents.days;
const dayMs = 24 * 60 * 60 * 1000;

/** The receipt of the event if it was handled before, and the account of the customer in its payload. */
export async function lookUpEvent(
  event: Stripe.Event,
): Promise<{ receipt: string | null; owner: Owner | null }> {
  const { customer } = event.data.object as { customer?: unknown };
  const customerId = typeof customer === "string" ? customer : null;
  const [row] = await db().$queryRaw<{ receipt: string | null; userId: string | null }[]>(sql`
    SELECT (SELECT receipt FROM stripe_event WHERE id = ${event.id}) AS receipt,
           (SELECT user_id FROM subscription
            WHERE stripe_customer_id = ${customerId} AND closing_at IS NULL) AS "userId"`);
  const owner = row?.userId && customerId ? { userId: row.userId, customerId } : null;
  return { receipt: row?.receipt ?? null, owner };
}

/** Inserts the event's row; false if it already exists. */
export async function recordEvent(
  { id, type, created }: EventRecord,
  receipt: string,
  on: Queryable = db(),
): Promise<boolean> {
  const written = await on.$executeRaw(sql`
    INSERT INTO stripe_event (id, type, created_at, receipt)
    VALUES (${id}, ${type}, to_timestamp(${created}), ${receipt})
    ON CONFLICT (id) DO NOTHING`);
  return written === 1;
}

/** Deletes old Stripe events. Returns how many. */
export async function purgeEvents(now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - eventsRetainedDays * dayMs);
  return await deleteInPortions("stripe_event", sql`t.created_at < ${before} AND t.received_at < ${before}`);
}
