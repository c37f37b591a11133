import type Stripe from "stripe";
import { customerNow } from "../clock.ts";
import { onlyItem } from "../objects/subscription.ts";
import { findCard } from "../payments.ts";
import { type Hidden, listObjects, requireObject, type Transaction } from "../store.ts";
import { nextMoment } from "../test-clock.ts";
import { button, day, type Html, html, money } from "./html.ts";

export interface PortalView {
  session: Stripe.BillingPortal.Session;
  customer: Stripe.Customer;
  now: number;
  plans: { price: Stripe.Price; name: string }[];
  subscription: { object: Stripe.Subscription; hidden: Hidden; next: number | null } | null;
  card: Stripe.PaymentMethod | null;
  payments: { charge: Stripe.Charge; isTopUp: boolean; dispute: Stripe.Dispute | null }[];
}

export async function readPortal(
  tx: Transaction,
  session: Stripe.BillingPortal.Session,
): Promise<PortalView> {
  const { object: customer } = await requireObject(tx, "customer", session.customer);
  const { data: subscriptions } = await listObjects(tx, "subscription", { customer: customer.id });
  const live = subscriptions.find(({ object }) => object.status !== "canceled") ?? null;
  const { data: prices } = await listObjects(tx, "price", { where: { type: "recurring", active: "true" } });
  const plans = await Promise.all(
    prices.map(async ({ object: price }) => {
      const { object: product } = await requireObject(tx, "product", String(price.product));
      return { price, name: product.name };
    }),
  );
  const { data: charges } = await listObjects(tx, "charge", { customer: customer.id, limit: 10 });
  const payments = await Promise.all(
    charges.map(async ({ object: charge }) => {
      const { data } = await listObjects(tx, "dispute", { where: { charge: charge.id }, limit: 1 });
      return { charge, isTopUp: charge.description === "Top-up", dispute: data[0]?.object ?? null };
    }),
  );
  return {
    session,
    customer,
    now: await customerNow(tx, customer.id),
    plans: plans.sort((a, b) => (a.price.unit_amount ?? 0) - (b.price.unit_amount ?? 0)),
    subscription: live && { ...live, next: await nextMoment(tx, live.object) },
    card: await findCard(tx, customer, live?.object),
    payments,
  };
}

export function renderPortal(view: PortalView, notice: string | null): Html {
  const { session, customer, card, subscription } = view;
  const last4 = card?.card?.last4;
  return html`<h1>Your subscription</h1>
<p class="muted">${customer.email}</p>
${notice && html`<section class="notice" role="status"><p>${notice}</p></section>`}
${renderConfirm(view)}
${subscription ? renderSubscription(view, subscription) : html`<section><p>There is no running subscription.</p></section>`}
<section><h2>Card</h2>
<p>${last4 ? `Visa ending in ${last4}${last4 === "0341" ? " (its payments fail)" : ""}` : "No card yet."}</p>
${button("card", "Use a good card (4242)", { kind: "good" })}
${button("card", "Use a card that fails (0341)", { kind: "failing" })}</section>
${renderClock(view)}
${view.payments.length > 0 && html`<section><h2>Payments</h2>${view.payments.map(renderPayment)}</section>`}
<p><a href="${session.return_url ?? "/"}">Return to the service</a></p>`;
}

function renderConfirm({ session, plans, subscription }: PortalView): Html | null {
  const wanted = session.flow?.subscription_update_confirm?.items[0]?.price;
  const plan = plans.find(({ price }) => price.id === wanted);
  if (!plan || !subscription || onlyItem(subscription.object).price.id === wanted) return null;
  const fields = { price: plan.price.id, subscription: subscription.object.id };
  return html`<section class="notice"><h2>Change to ${plan.name}?</h2>
<p>${money(plan.price.unit_amount ?? 0)} a month. A larger plan starts now, a smaller one at the renewal.</p>
${button("plan", `Confirm the change to ${plan.name}`, fields, true)}</section>`;
}

function renderSubscription(
  { plans }: PortalView,
  { object, hidden }: NonNullable<PortalView["subscription"]>,
): Html {
  const { price, current_period_end } = onlyItem(object);
  const name = (id: string) => plans.find((plan) => plan.price.id === id)?.name ?? id;
  const fields = { subscription: object.id };
  const others = plans.filter((plan) => plan.price.id !== price.id);
  return html`<section><h2>${name(price.id)}</h2>
<dl><dt>Status</dt><dd>${object.status.replace("_", " ")}</dd>
<dt>${object.cancel_at_period_end ? "Ends" : "Renews"}</dt><dd>${day(current_period_end)}</dd>
<dt>Price</dt><dd>${money(price.unit_amount ?? 0)} a month</dd></dl>
${hidden.nextPrice && html`<p>Changes to ${name(hidden.nextPrice)} at the renewal.</p>`}
${others.map((plan) =>
  button("plan", `${plan.name}, ${money(plan.price.unit_amount ?? 0)}`, { ...fields, price: plan.price.id }),
)}
${object.cancel_at_period_end ? button("resume", "Keep the subscription", fields) : button("cancel", "Cancel the subscription", fields)}</section>`;
}

function renderClock({ now, subscription }: PortalView): Html {
  const next = subscription?.next;
  return html`<section><h2>Test clock</h2><p>For this customer it is ${day(now)}.</p>
${next ? button("advance", `Go forward to ${day(next)}`) : null}</section>`;
}

function renderPayment({ charge, isTopUp, dispute }: PortalView["payments"][number]): Html {
  const open = dispute && dispute.status !== "won" && dispute.status !== "lost";
  const whole = charge.paid && charge.amount_refunded === 0;
  const state = !charge.paid
    ? "failed"
    : charge.refunded
      ? "refunded"
      : dispute
        ? `dispute ${dispute.status}`
        : "paid";
  return html`<p>${day(charge.created)}: ${charge.description}, ${money(charge.amount)} (${state.replaceAll("_", " ")})
${isTopUp && whole && !dispute && button("refund", "Refund", { charge: charge.id })}
${isTopUp && whole && !dispute && button("dispute", "Dispute", { charge: charge.id })}
${open && button("dispute-won", "Service wins the dispute", { dispute: dispute.id })}
${open && button("dispute-lost", "Service loses the dispute", { dispute: dispute.id })}</p>`;
}
