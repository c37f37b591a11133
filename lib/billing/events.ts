import type Stripe from "stripe";
import { db, sql } from "../db/index.ts";
import { endLatePayments, findClosedCustomer } from "./closing.ts";
import { findOwner, type Owner } from "./customer.ts";
import { idOf, isMissing, stripe } from "./stripe.ts";
import { rememberEvent } from "./sync.ts";
import { syncSubscription } from "./sync-subscription.ts";
import { syncTopUp } from "./sync-topup.ts";
import { findTopUpSession } from "./topup-truth.ts";

export interface EventOutcome {
  receipt: string;
  /** The event was handled before: nothing was done. */
  replayed: boolean;
}

/** Whose account an event is about, and which part of Stripe's truth to read for it. */
type Target =
  | { reads: "subscription"; customerId: string }
  | { reads: "topup"; customerId: string; sessionId: string }
  | { reads: "nothing"; reason: string };

/**
 * Handles one event whose origin is proven, at most once. The event only says where to look: what happened is
 * read from Stripe. Throws when Stripe or the database cannot be reached; then nothing was written.
 */
export async function handleEvent(event: Stripe.Event): Promise<EventOutcome> {
  const named = customerIn(event);
  const { receipt, userId } = await look(event.id, named);
  if (receipt !== null) return { receipt, replayed: true };
  try {
    return await read(event, named !== null && userId !== null ? { userId, customerId: named } : null);
  } catch (error) {
    // What Stripe no longer has will not come back: asking again for three days would not help.
    if (isMissing(error)) return await remember(event, `Stripe does not have it: ${error.message}`);
    throw error;
  }
}

/** The customer that the event itself names: where to look first. */
function customerIn(event: Stripe.Event): string | null {
  const { customer } = event.data.object as { customer?: unknown };
  return typeof customer === "string" ? customer : null;
}

/** Whether the event was handled before, and whose customer this is. */
async function look(
  eventId: string,
  customerId: string | null,
): Promise<{ receipt: string | null; userId: string | null }> {
  const [row] = await db().$queryRaw<{ receipt: string | null; userId: string | null }[]>(sql`
    SELECT (SELECT receipt FROM stripe_event WHERE id = ${eventId}) AS receipt,
           (SELECT user_id FROM subscription
            WHERE stripe_customer_id = ${customerId} AND closing_at IS NULL) AS "userId"`);
  return row ?? { receipt: null, userId: null };
}

async function read(event: Stripe.Event, named: Owner | null): Promise<EventOutcome> {
  const target = await findTarget(event);
  if (target.reads === "nothing") return await remember(event, target.reason);
  const owner = named?.customerId === target.customerId ? named : await findOwner(target.customerId);
  if (!owner) {
    const closed = await findClosedCustomer(target.customerId);
    return await remember(event, closed ? await endLatePayments(closed) : "the customer is not one of ours");
  }
  const receipt =
    target.reads === "subscription"
      ? await syncSubscription(owner.userId, owner.customerId, event)
      : await syncTopUp(owner, target.sessionId, event);
  return { receipt: receipt ?? "handled at the same moment", replayed: receipt === null };
}

async function remember(event: Stripe.Event, receipt: string): Promise<EventOutcome> {
  return { receipt, replayed: !(await rememberEvent(event, receipt)) };
}

const nothing = (reason: string): Target => ({ reads: "nothing", reason });

async function findTarget(event: Stripe.Event): Promise<Target> {
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.async_payment_failed": {
      const { id, mode, customer } = event.data.object;
      if (mode !== "payment") return subscriptionOf(customer);
      const customerId = idOf(customer);
      return customerId ? { reads: "topup", customerId, sessionId: id } : nothing("no customer");
    }
    case "customer.subscription.created":
    case "customer.subscription.updated":
    case "customer.subscription.deleted":
    case "customer.subscription.paused":
    case "customer.subscription.resumed":
    case "customer.subscription.trial_will_end":
      return subscriptionOf(event.data.object.customer);
    case "invoice.paid":
    case "invoice.payment_failed":
      return event.data.object.parent?.subscription_details
        ? subscriptionOf(event.data.object.customer)
        : nothing("the invoice is not for a subscription");
    case "charge.refunded":
      return await topUpOf(event.data.object);
    case "charge.dispute.created":
    case "charge.dispute.closed": {
      const chargeId = idOf(event.data.object.charge);
      return chargeId ? await topUpOf(await stripe().charges.retrieve(chargeId)) : nothing("no charge");
    }
    default:
      return nothing("nothing to do for this type");
  }
}

function subscriptionOf(customer: Stripe.Subscription["customer"] | null): Target {
  const customerId = idOf(customer);
  return customerId ? { reads: "subscription", customerId } : nothing("no customer");
}

async function topUpOf(charge: Stripe.Charge): Promise<Target> {
  const intentId = idOf(charge.payment_intent);
  const customerId = idOf(charge.customer);
  const sessionId = intentId && customerId ? await findTopUpSession(intentId) : null;
  return sessionId && customerId
    ? { reads: "topup", customerId, sessionId }
    : nothing("the charge is not for a top-up");
}
