import type Stripe from "stripe";
import { db, type Queryable, sql } from "../db/index.ts";
import type { Owner } from "./customer.ts";

/** The stored fields of a Stripe event. */
export interface EventRecord {
  id: string;
  type: string;
  created: number;
}

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
