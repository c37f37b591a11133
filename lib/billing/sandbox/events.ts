import Stripe from "stripe";
import { sql } from "../../db/index.ts";
import { handledEvents } from "../handled-events.ts";
import { newStripeId, realNow, saveObject, type Transaction } from "./store.ts";

/** Writes an event and, for the types that the service listens to, the webhook that is owed for it. */
export async function emit(
  tx: Transaction,
  type: Stripe.Event["type"],
  object: object,
  previous?: Record<string, unknown>,
  customer = customerOf(object),
): Promise<void> {
  const delivered = (handledEvents as readonly string[]).includes(type);
  const event = {
    id: newStripeId("evt"),
    object: "event",
    api_version: Stripe.API_VERSION,
    created: realNow(),
    // A copy: what happens to the object later must not show in the past.
    data: { object: structuredCloneJson(object), ...(previous && { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: delivered ? 1 : 0,
    request: { id: newStripeId("req"), idempotency_key: null },
    type,
  } as unknown as Stripe.Event;
  await saveObject(tx, "event", event, {}, customer);
  if (delivered) await tx.$executeRaw(sql`INSERT INTO sandbox_delivery (event_id) VALUES (${event.id})`);
}

function structuredCloneJson(object: object): Record<string, unknown> {
  return JSON.parse(JSON.stringify(object)) as Record<string, unknown>;
}

function customerOf(object: object): string | null {
  const fields = object as { id?: unknown; object?: unknown; customer?: unknown };
  const id = fields.object === "customer" ? fields.id : fields.customer;
  return typeof id === "string" ? id : null;
}
