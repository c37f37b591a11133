import { db, sql } from "../db/index.ts";
import type { Task } from "../queue/tasks.ts";
import { runCalendar } from "./calendar.ts";
import { daySeconds } from "./clock.ts";
import { deliverPending, sandboxWebhookSecret } from "./delivery.ts";
import { handleApi } from "./handler.ts";
import { realNow } from "./store.ts";

/** How a Stripe client in this process reaches the sandbox: HTTP requests and responses without a server. */
export const sandbox = {
  fetch: handleApi,
  key: () => "sk_test_sandbox",
  webhookSecret: sandboxWebhookSecret,
};

/** Runs what is due by the customers' clocks, delivers pending webhooks, and cleans up. */
export const sandboxTask: Task = {
  queue: "sandbox-calendar",
  cron: "* * * * *",
  async run() {
    await runCalendar();
    await deliverPending();
    await forgetOld();
  },
};

/** Retention as at Stripe: responses of idempotency keys for a day, events for thirty. */
async function forgetOld(): Promise<void> {
  await db().$executeRaw(sql`DELETE FROM sandbox_request WHERE created_at < now() - interval '1 day'`);
  await db().$executeRaw(sql`
    WITH old AS (
      DELETE FROM sandbox_object WHERE type = 'event' AND created < ${realNow() - 30 * daySeconds} RETURNING id
    )
    DELETE FROM sandbox_delivery WHERE event_id IN (SELECT id FROM old)`);
}
