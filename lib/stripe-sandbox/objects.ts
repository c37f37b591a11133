import type Stripe from "stripe";

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;
/** The fields of a Stripe object that this service and the sandbox read, named in one string. */
type Fields<T, Names extends string> = Pick<T, Words<Names> & keyof T>;
type Owned = { customer: string };
type List<T> = { object: "list"; data: T[]; has_more: boolean };

export const listOf = <T>(data: T[], has_more = false): List<T> => ({ object: "list", data, has_more });

/** The stored objects, by Stripe's type names. */
export interface SandboxObjects {
  product: Product;
  price: Price;
  customer: Customer;
  "checkout.session": CheckoutSession;
  "billing_portal.session": PortalSession;
  subscription: Subscription;
  invoice: Invoice;
  charge: Charge;
  refund: Refund;
  /** Only recorded ones: the sandbox opens no disputes. */
  dispute: Fields<Stripe.Dispute, "id object charge amount created status">;
  event: SandboxEvent;
}

export type Product = Fields<Stripe.Product, "id object active name description metadata">;

/** `recurring` is null for a price that is paid once. */
export type Price = Fields<Stripe.Price, "id object active currency lookup_key metadata"> & {
  product: Product;
  unit_amount: number;
  recurring: { interval: "month" } | null;
};

/** Stripe's test cards: one whose payments succeed, and one whose payments fail. */
export const cards = { good: "4242", failing: "0341" } as const;
export type CardKind = keyof typeof cards;

/** `clock_ahead`: how many seconds the customer's clock is ahead of real time. */
export type Customer = Fields<Stripe.Customer, "id object created email name metadata"> & {
  card: CardKind | null;
  clock_ahead: number;
};

type LineItem = Fields<Stripe.LineItem, "id description amount_subtotal amount_total quantity">;

export type CheckoutSession = Owned &
  Fields<Stripe.Checkout.Session, "id object created expires_at status payment_status client_reference_id"> &
  Fields<Stripe.Checkout.Session, "currency cancel_url url"> & {
    mode: "payment" | "subscription";
    amount_total: number;
    line_items: List<LineItem & { price: Price }>;
    payment_intent: string | null;
    success_url: string;
  };

/** `confirms`: the price that the portal asks to confirm, and where it then returns to. */
export type PortalSession = Fields<Stripe.BillingPortal.Session, "id object created customer url"> & {
  return_url: string;
  confirms: { price: string; returnUrl: string } | null;
};

type Phase = { start_date: number; end_date: number };

/** `schedule`: a cheaper price from the next period on. */
export type Subscription = Owned &
  Fields<Stripe.Subscription, "id object created currency billing_cycle_anchor trial_end"> &
  Fields<Stripe.Subscription, "cancel_at_period_end cancel_at canceled_at ended_at"> & {
    status: "active" | "past_due" | "canceled";
    latest_invoice: Invoice;
    schedule: { id: string; current_phase: Phase; phases: (Phase & { items: { price: string }[] })[] } | null;
    items: List<Item>;
  };
type Item = { price: Price } & Fields<
  Stripe.SubscriptionItem,
  "id quantity current_period_start current_period_end"
>;

/** The single item of a subscription of the sandbox. */
export function onlyItem(subscription: Pick<Subscription, "id" | "items">): Item {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`Subscription ${subscription.id} has no item`);
  return item;
}

export type InvoiceLine = Fields<Stripe.InvoiceLineItem, "id amount description period"> & {
  pricing: { price_details: { price: string } };
  parent: { subscription_item_details: { proration: boolean } };
};

export type Invoice = Owned &
  Fields<Stripe.Invoice, "id object created currency number billing_reason status amount_due amount_paid"> &
  Fields<Stripe.Invoice, "amount_remaining attempt_count next_payment_attempt"> & {
    status_transitions: { paid_at: number | null };
    payments: List<{ status: "paid"; payment: { payment_intent: string } }>;
    parent: { subscription_details: { subscription: string } };
    lines: List<InvoiceLine>;
  };

/** `invoice`: what it pays; null for a top-up. */
export type Charge = Owned &
  Fields<Stripe.Charge, "id object created currency description amount amount_captured amount_refunded"> &
  Fields<Stripe.Charge, "paid refunded disputed status"> & { payment_intent: string; invoice: string | null };

export type Refund = Owned & Fields<Stripe.Refund, "id object created charge amount currency status">;

export type SandboxEvent = Owned &
  Fields<Stripe.Event, "id object api_version created livemode type"> & { data: { object: object } };
