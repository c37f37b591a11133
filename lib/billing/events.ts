import type Stripe from "stripe";

/** The Stripe objects to read for an event. */
export type Subject =
  | { about: "subscriptions"; customerId: string }
  | { about: "topup"; customerId: string; sessionId: string }
  | { about: "charge"; customerId: string; paymentIntentId: string }
  | { about: "dispute"; chargeId: string }
  | { about: "nothing"; reason: string };

type Reader<Type> = (object: Extract<Stripe.Event, { type: Type }>["data"]["object"]) => Subject;

/** The events that affect an account, each with a reader of its subject. Other contents of events are not trusted. */
const readers = {
  "checkout.session.completed": ofCheckout,
  "checkout.session.async_payment_succeeded": ofCheckout,
  "checkout.session.async_payment_failed": ofCheckout,
  "customer.subscription.created": ofSubscription,
  "customer.subscription.updated": ofSubscription,
  "customer.subscription.deleted": ofSubscription,
  "customer.subscription.paused": ofSubscription,
  "customer.subscription.resumed": ofSubscription,
  "customer.subscription.trial_will_end": ofSubscription,
  "invoice.paid": ofInvoice,
  "invoice.payment_failed": ofInvoice,
  "charge.refunded": ofCharge,
  "charge.dispute.created": ofDispute,
  "charge.dispute.closed": ofDispute,
} satisfies { [Type in Stripe.Event["type"]]?: Reader<Type> };

type SubscribedEvent = keyof typeof readers;

/** Event types for a webhook endpoint in Stripe. */
export const subscribedEvents = Object.keys(readers) as SubscribedEvent[];

export function subjectOf({ type, data }: Stripe.Event): Subject {
  if (!Object.hasOwn(readers, type)) return nothing("nothing to do for this type");
  return readers[type as SubscribedEvent](data.object as never);
}

export const nothing = (reason: string) => ({ about: "nothing", reason }) as const;

function ofCheckout({ id, mode, customer }: Stripe.Checkout.Session): Subject {
  if (mode !== "payment") return ofSubscription({ customer });
  const customerId = idOf(customer);
  return customerId ? { about: "topup", customerId, sessionId: id } : nothing("no customer");
}

function ofSubscription({ customer }: { customer: Stripe.Checkout.Session["customer"] }): Subject {
  const customerId = idOf(customer);
  return customerId ? { about: "subscriptions", customerId } : nothing("no customer");
}

function ofInvoice({ parent, customer }: Stripe.Invoice): Subject {
  if (!parent?.subscription_details) return nothing("the invoice is not for a subscription");
  return ofSubscription({ customer });
}

export function ofCharge({ payment_intent, customer }: Stripe.Charge): Subject {
  const paymentIntentId = idOf(payment_intent);
  const customerId = idOf(customer);
  if (!paymentIntentId || !customerId) return nothing("the charge is not for a top-up");
  return { about: "charge", customerId, paymentIntentId };
}

function ofDispute({ charge }: Stripe.Dispute): Subject {
  const chargeId = idOf(charge);
  return chargeId ? { about: "dispute", chargeId } : nothing("no charge");
}

/** The id in a field that Stripe fills with an id or the expanded object. */
export function idOf(value: string | { id: string } | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === "string" ? value : value.id;
}
