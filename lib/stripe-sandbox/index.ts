import { db, sql } from "../db/index.ts";
import type { Task } from "../queue/tasks.ts";
import { handleApi, sandboxKey } from "./api/handler.ts";
import { debitTask, settleDebits } from "./checkouts.ts";
import { customerNow } from "./clock.ts";
import { requeueWebhooks, sandboxWebhookSecret, webhookTask } from "./delivery.ts";
import { inSandbox, realNow } from "./store.ts";
import { runDue } from "./test-clock.ts";

const eventSeconds = 30 * 24 * 60 * 60;

/** How a Stripe client in this process reaches the sandbox: HTTP requests and responses without a server. */
export const sandbox = { fetch: handleApi, key: sandboxKey, webhookSecret: sandboxWebhookSecret };

/** The sandbox's background tasks. */
export const sandboxTasks: readonly Task[] = [
  webhookTask,
  debitTask,
  { queue: "sandbox-calendar", cron: "* * * * *", run: runCalendar },
];

/** Runs what is due by the customers' clocks, requeues lost jobs, and cleans up. */
async function runCalendar(): Promise<void> {
  const due = await db().$queryRaw<{ customer: string }[]>(sql`
    SELECT DISTINCT s.customer
    FROM sandbox_object s
    JOIN sandbox_object c ON c.id = s.customer
    LEFT JOIN sandbox_object i ON i.id = s.data->>'latest_invoice'
    WHERE s.type = 'subscription' AND s.data->>'status' IN ('active', 'past_due')
      AND ${realNow()} + COALESCE((c.hidden->>'clockAheadSeconds')::int, 0) >= LEAST(
        (s.data#>>'{items,data,0,current_period_end}')::int,
        CASE WHEN s.data->>'status' = 'past_due' THEN (i.data->>'next_payment_attempt')::int END)`);
  for (const { customer } of due) {
    await inSandbox(async (tx) => runDue(tx, customer, await customerNow(tx, customer)));
  }
  await settleDebits();
  await requeueWebhooks();
  await forgetOld();
}

/** Retention as at Stripe: responses of idempotency keys for a day, events for thirty. */
async function forgetOld(): Promise<void> {
  await db().$executeRaw(sql`DELETE FROM sandbox_request WHERE created_at < now() - interval '1 day'`);
  await db().$executeRaw(sql`
    WITH old AS (
      DELETE FROM sandbox_object WHERE type = 'event' AND created < ${realNow() - eventSeconds} RETURNING id
    )
    DELETE FROM sandbox_delivery WHERE event_id IN (SELECT id FROM old)`);
}
