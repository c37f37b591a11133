import { db, sql } from "../../db/index.ts";
import { settleDebits } from "./checkouts.ts";
import { customerNow } from "./clock.ts";
import { deliverDue } from "./delivery.ts";
import { inSandbox, realNow } from "./store.ts";
import { runDue } from "./test-clock.ts";

const eventSeconds = 30 * 24 * 60 * 60;

/** What the sandbox does by itself every few seconds: bank debits arrive, owed webhooks go out. */
export async function tickSandbox(): Promise<void> {
  await settleDebits();
  await deliverDue();
}

/** What is due by the customers' clocks, and housekeeping. Returns how many customers had something due. */
export async function runSandboxCalendar(): Promise<number> {
  const due = await db().$queryRaw<{ customer: string }[]>(sql`
    SELECT DISTINCT s.customer
    FROM sandbox_object s
    JOIN sandbox_object c ON c.id = s.customer
    LEFT JOIN sandbox_object i ON i.id = s.data->>'latest_invoice'
    WHERE s.type = 'subscription' AND s.data->>'status' IN ('active', 'trialing', 'past_due')
      AND ${realNow()} + COALESCE((c.hidden->>'clockAheadSeconds')::int, 0) >= LEAST(
        (s.data#>>'{items,data,0,current_period_end}')::int,
        CASE WHEN s.data->>'status' = 'past_due' THEN (i.data->>'next_payment_attempt')::int END,
        CASE WHEN s.data->>'status' = 'trialing' AND s.hidden->>'trialDays' IS DISTINCT FROM '0'
             THEN (s.data->>'trial_end')::int - 259200 END)`);
  for (const { customer } of due) {
    await inSandbox(async (tx) => runDue(tx, customer, await customerNow(tx, customer)));
  }
  await forgetOld();
  return due.length;
}

/** As Stripe does: answers under an idempotency key for a day, events for thirty. */
async function forgetOld(): Promise<void> {
  await db().$executeRaw(sql`DELETE FROM sandbox_request WHERE created_at < now() - interval '1 day'`);
  await db().$executeRaw(sql`
    WITH old AS (
      DELETE FROM sandbox_object WHERE type = 'event' AND created < ${realNow() - eventSeconds} RETURNING id
    )
    DELETE FROM sandbox_delivery WHERE event_id IN (SELECT id FROM old)`);
}
