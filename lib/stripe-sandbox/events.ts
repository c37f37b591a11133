import Stripe from "stripe";
import { queueWebhook } from "./delivery.ts";
import { newStripeId, realNow, saveObject, type Transaction } from "./store.ts";

/** Stores an event and its pending webhook. */
export async function emit(
  tx: Transaction,
  type: Stripe.Event["type"],
  object: object,
  customer = customerOf(object),
): Promise<void> {
  const event = {
    id: newStripeId("evt"),
    object: "event",
    api_version: Stripe.API_VERSION,
    created: realNow(),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: newStripeId("req"), idempotency_key: null },
    type,
  } as unknown as Stripe.Event;
  await saveObject(tx, "event", event, {}, customer);
  await queueWebhook(event.id, tx);
}

function customerOf(object: object): string | null {
  return "customer" in object && typeof object.customer === "string" ? object.customer : null;
}
