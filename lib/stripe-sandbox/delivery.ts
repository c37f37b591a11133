import Stripe from "stripe";
import { db, sql } from "../db/index.ts";
import { withTimeout } from "../platform/concurrency.ts";
import { env } from "../platform/env.ts";
import { log } from "../platform/log.ts";
import { secret } from "../platform/secrets.ts";
import { requireObject } from "./store.ts";

/** Signs the sandbox's webhooks: made from this installation's own secret. */
export function sandboxWebhookSecret(): string {
  return `whsec_${secret("stripe-sandbox-webhook")}`;
}

const batchSize = 8;
const answerTimeoutMs = 15_000;
/** A process that dies while it delivers: its webhooks are due again after this. */
const claimSeconds = 30;
/** Waits after each failed attempt; then, as Stripe does, about three days in all. */
const retrySeconds = [2, 5, 30, 120, 600, 3_600, 10_800, 21_600, 43_200, 86_400, 86_400];

/**
 * Posts the webhooks that are owed and due, really signed, to the service's own address. Safe in any number of
 * processes. Returns how many were taken.
 */
export async function deliverDue(): Promise<number> {
  let delivered = 0;
  for (;;) {
    const batch = await claim();
    if (batch.length === 0) return delivered;
    const taken = await Promise.all(batch.map(deliver));
    delivered += taken.filter(Boolean).length;
  }
}

async function claim(): Promise<{ eventId: string; attempts: number }[]> {
  return await db().$queryRaw<{ eventId: string; attempts: number }[]>(sql`
    UPDATE sandbox_delivery
    SET attempts = attempts + 1, next_attempt_at = now() + ${claimSeconds}::int * interval '1 second'
    WHERE event_id IN (
      SELECT event_id FROM sandbox_delivery
      WHERE delivered_at IS NULL AND next_attempt_at <= now() AND attempts <= ${retrySeconds.length}
      ORDER BY sequence LIMIT ${batchSize} FOR UPDATE SKIP LOCKED)
    RETURNING event_id AS "eventId", attempts`);
}

async function deliver({ eventId, attempts }: { eventId: string; attempts: number }): Promise<boolean> {
  const { object: event } = await requireObject(db(), "event", eventId);
  const answer = await post(JSON.stringify(event, null, 2));
  if (answer.taken) {
    await db().$executeRaw(sql`
      UPDATE sandbox_delivery SET delivered_at = now(), last_answer = ${answer.text} WHERE event_id = ${eventId}`);
    return true;
  }
  const waitSeconds = retrySeconds[attempts - 1] ?? 0;
  await db().$executeRaw(sql`
    UPDATE sandbox_delivery
    SET next_attempt_at = now() + ${waitSeconds}::int * interval '1 second', last_answer = ${answer.text}
    WHERE event_id = ${eventId}`);
  log.warn(
    { event: eventId, type: event.type, attempts, answer: answer.text },
    "a sandbox webhook was not taken",
  );
  return false;
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

/** Delivers what is due and waits for it, but not for long: so that a person finds the account up to date. */
export async function deliverBeforeRedirect(timeoutMs = 5_000): Promise<void> {
  const late = () => new Error(`webhooks were not delivered within ${timeoutMs} ms; they are tried again`);
  await withTimeout(deliverDue(), timeoutMs, late).catch((err: unknown) =>
    log.warn({ err }, "webhook delivery is late"),
  );
}
