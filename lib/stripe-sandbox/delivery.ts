import { setTimeout as delay } from "node:timers/promises";
import Stripe from "stripe";
import { db, type Prisma, type Queryable, sql } from "../db/index.ts";
import { getStandby } from "../installation/standby.ts";
import { withTimeout } from "../platform/concurrency.ts";
import { env } from "../platform/env.ts";
import { log } from "../platform/log.ts";
import { secret } from "../platform/secrets.ts";
import { enqueueStatement, wakeWorkers } from "../queue/enqueue.ts";
import { sandboxWebhookRetries } from "../queue/queues.ts";
import { NotDoneYet, runWaiting, type Task } from "../queue/tasks.ts";

/** The sandbox's webhook signing secret, derived from this installation's secret. */
export function sandboxWebhookSecret(): string {
  return `whsec_${secret("stripe-sandbox-webhook")}`;
}

const answerTimeoutMs = 15_000;
const pollMs = 20;

/** Posts pending webhooks, with real signatures, to the service's own URL until they are accepted. */
export const webhookTask: Task<{ eventId: string }> = {
  queue: "sandbox-webhooks",
  atOnce: 4,
  pollEverySeconds: 10,
  run: deliver,
};

/** Records a pending webhook for an event, in the event's transaction. */
export async function queueWebhook(eventId: string, tx: Queryable): Promise<void> {
  await tx.$queryRaw(sql`
    WITH owed AS (INSERT INTO sandbox_delivery (event_id) VALUES (${eventId}) RETURNING event_id),
      job AS (${await deliveryJobs()})
    SELECT ${wakeWorkers("sandbox-webhooks")} FROM owed`);
}

/** Enqueues jobs for pending webhooks without one: a backup contains no jobs. */
export async function requeueWebhooks(): Promise<void> {
  // Webhooks with a job get no second one: a queue accepts one job per singleton key.
  await db().$queryRaw(sql`
    WITH owed AS (
      SELECT event_id FROM sandbox_delivery WHERE delivered_at IS NULL AND attempts <= ${sandboxWebhookRetries}
    ), job AS (${await deliveryJobs()})
    SELECT ${wakeWorkers("sandbox-webhooks")} FROM owed`);
}

/** The INSERT of a job for each row of `owed`. */
function deliveryJobs(): Promise<Prisma.Sql> {
  return enqueueStatement(
    "sandbox-webhooks",
    sql`SELECT json_agg(json_build_object('data', json_build_object('eventId', event_id), 'singletonKey', event_id))::text
        FROM owed`,
  );
}

async function deliver({ eventId }: { eventId: string }): Promise<void> {
  const [owed] = await db().$queryRaw<{ event: Stripe.Event }[]>(sql`
    SELECT o.data AS event FROM sandbox_delivery d JOIN sandbox_object o ON o.id = d.event_id
    WHERE d.event_id = ${eventId} AND d.delivered_at IS NULL`);
  // Its customer may have been deleted meanwhile.
  if (!owed) return;
  const answer = await post(JSON.stringify(owed.event, null, 2));
  await db().$executeRaw(sql`
    UPDATE sandbox_delivery
    SET attempts = attempts + 1, last_answer = ${answer.text}, delivered_at = CASE WHEN ${answer.taken} THEN now() END
    WHERE event_id = ${eventId}`);
  if (!answer.taken) throw new NotDoneYet(`${owed.event.type} ${eventId} was not taken: ${answer.text}`);
}

async function post(payload: string): Promise<{ taken: boolean; text: string }> {
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: sandboxWebhookSecret() });
  try {
    const response = await fetch(`${env().BASE_URL}/api/webhooks/stripe`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        "Stripe-Signature": signature,
        "User-Agent": "Stripe/1.0 (billing sandbox)",
      },
      body: payload,
      redirect: "manual",
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
    const body = (await response.text()).slice(0, 300);
    return { taken: response.ok, text: `${response.status} ${body}` };
  } catch (error) {
    return { taken: false, text: error instanceof Error ? error.message : "no answer" };
  }
}

const untried = { deliveredAt: null, attempts: 0 };

/**
 * Runs waiting webhook jobs, then waits, up to `timeoutMs` in all, until any process has tried every pending webhook
 * once, so that the account is up to date when a page loads. Returns the number still pending.
 */
export async function deliverPending(timeoutMs = 5_000): Promise<number> {
  const late = () => new Error(`webhooks were not delivered within ${timeoutMs} ms; they are tried again`);
  const signal = AbortSignal.timeout(timeoutMs);
  await withTimeout(tryAll(signal), timeoutMs, late).catch((err: unknown) =>
    log.warn({ err }, "webhook delivery is late"),
  );
  return await db().sandboxDelivery.count({ where: { deliveredAt: null } });
}

async function tryAll(signal: AbortSignal): Promise<void> {
  if (await getStandby()) return;
  await runWaiting(webhookTask);
  // Webhooks taken by a worker first are being delivered.
  while (!signal.aborted && (await db().sandboxDelivery.count({ where: untried })) > 0) await delay(pollMs);
}
