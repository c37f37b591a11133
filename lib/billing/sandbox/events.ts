import Stripe from "stripe";
import { sql } from "../../db/index.ts";
import { subscribedEvents } from "../events.ts";
import { newStripeId, realNow, saveObject, type Transaction } from "./store.ts";

/** Writes an event and, for the types that the service is subscribed to, the webhook that is owed for it. */
export async function emit(
  tx: Transaction,
  type: Stripe.Event["type"],
  object: object,
  customer = customerOf(object),
): Promise<void> {
  const delivered = (subscribedEvents as readonly string[]).includes(type);
  const event = {
    id: newStripeId("evt"),
    object: "event",
    api_version: Stripe.API_VERSION,
    created: realNow(),
    // A copy: what happens to the object later must not show in the past.
    data: { object: JSON.parse(JSON.stringify(object)) },
    livemode: false,
    pending_webhooks: delivered ? 1 : 0,
    request: { id: newStripeId("req"), idempotency_key: null },
    type,
  } as unknown as Stripe.Event;
  await saveObject(tx, "event", event, {}, customer);
  if (delivered) await tx.$executeRaw(sql`INSERT INTO sandbox_delivery (event_id) VALUES (${event.id})`);
}

function customerOf(object: object): string | null {
  const fields = object as { id?: unknown; object?: unknown; customer?: unknown };
  const id = fields.object === "customer" ? fields.id : fields.customer;
  return typeof id === "string" ? id : null;
}
