import pLimit from "p-limit";
import Stripe from "stripe";
import { db, sql } from "../db/index.ts";
import { env } from "../platform/env.ts";
import { secret } from "../platform/secrets.ts";
import type { SandboxEvent } from "./objects.ts";
import { newStripeId, realNow, saveObject, type Transaction } from "./store.ts";

/** The sandbox's webhook signing secret, derived from this installation's secret. */
export const sandboxWebhookSecret = () => `whsec_${secret("stripe-sandbox-webhook")}`;

const answerTimeoutMs = 15_000;
const atOnce = 4;

/** Stores an event and its pending webhook. */
export async function emit(
  tx: Transaction,
  type: Stripe.Event["type"],
  object: { customer: string },
): Promise<void> {
  const { id } = await saveObject<SandboxEvent>(tx, {
    id: newStripeId("evt"),
    object: "event",
    api_version: Stripe.API_VERSION,
    created: realNow(),
    customer: object.customer,
    livemode: false,
    type,
    data: { object },
  });
  await tx.sandboxDelivery.create({ data: { eventId: id } });
}

/**
 * Posts the pending webhooks, with real signatures, to the service's own URL, once each. Returns how many are still
 * pending; the calendar tries those again.
 */
export async function deliverPending(): Promise<number> {
  const owed = await db().$queryRaw<{ event: SandboxEvent }[]>(sql`
    SELECT o.data AS event FROM sandbox_delivery d JOIN sandbox_object o ON o.id = d.event_id
    WHERE d.delivered_at IS NULL ORDER BY o.sequence LIMIT 100`);
  await pLimit(atOnce).map(owed, ({ event }) => deliver(event));
  return await db().sandboxDelivery.count({ where: { deliveredAt: null } });
}

async function deliver(event: SandboxEvent): Promise<void> {
  const payload = JSON.stringify(event);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: sandboxWebhookSecret() });
  const answer = await fetch(`${env().BASE_URL}/api/webhooks/stripe`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Stripe-Signature": signature },
    body: payload,
    redirect: "manual",
    signal: AbortSignal.timeout(answerTimeoutMs),
  }).catch((error: unknown) => String(error));
  const isTaken = typeof answer !== "string" && answer.ok;
  const text = typeof answer === "string" ? answer : `${answer.status} ${await answer.text().catch(String)}`;
  await db().$executeRaw(sql`
    UPDATE sandbox_delivery SET attempts = attempts + 1, last_answer = ${text.slice(0, 300)},
      delivered_at = CASE WHEN ${isTaken} THEN now() END
    WHERE event_id = ${event.id}`);
}
