import type Stripe from "stripe";
import { db } from "../db/index.ts";
import { customerNow } from "./clock.ts";
import { deliverPending } from "./delivery.ts";
import { invalidRequest } from "./errors.ts";
import { type Params, requireText, text } from "./form.ts";
import { onlyItem } from "./objects/subscription.ts";
import { closeDispute, findCard, openDispute, refundCharge } from "./payments.ts";
import { nextPriceOf } from "./schedules.ts";
import { inSandbox, listObjects, realNow, requireObject, type Stored, type Transaction } from "./store.ts";
import { changePlan, setCancelAtPeriodEnd } from "./subscriptions.ts";
import { advanceToNext, changeCard, nextMoment } from "./test-clock.ts";

const sessionSeconds = 60 * 60;

/** Notices shown after an action; the URL contains the name. */
const noticeNames = [
  ...(["now", "at renewal", "declined", "cancel", "resume", "card"] as const),
  ...(["advance", "refund", "dispute", "dispute-closed"] as const),
];
export type NoticeName = (typeof noticeNames)[number];

export type PortalPage = Awaited<ReturnType<typeof readPortal>>;

export async function showPortal(id: string, notice: string | null) {
  const session = await requireSession(id);
  const known = noticeNames.find((name) => name === notice) ?? null;
  return { page: await readPortal(db(), session, known), status: 200 };
}

/** Times are Unix seconds; a plan's id is that of its price. */
async function readPortal(
  tx: Transaction,
  { customer: customerId, flow, return_url }: Stripe.BillingPortal.Session,
  notice: NoticeName | null,
) {
  const { object: customer } = await requireObject(tx, "customer", customerId);
  const { data: subscriptions } = await listObjects(tx, "subscription", { customer: customerId });
  const live = subscriptions.find(({ object }) => object.status !== "canceled");
  const card = await findCard(tx, customer, live?.object);
  return {
    kind: "portal" as const,
    notice,
    email: customer.email,
    returnUrl: return_url ?? "/",
    now: await customerNow(tx, customerId),
    plans: await readPlans(tx),
    /** The plan that the portal was opened for. */
    wantedPlan: flow?.subscription_update_confirm?.items[0]?.price ?? null,
    subscription: live ? await readSubscription(tx, live) : null,
    cardLast4: card?.card?.last4 ?? null,
    payments: await readPayments(tx, customerId),
  };
}

async function readSubscription(tx: Transaction, { object }: Stored<Stripe.Subscription>) {
  const { price, current_period_end } = onlyItem(object);
  return {
    id: object.id,
    status: object.status,
    plan: price.id,
    priceCents: price.unit_amount ?? 0,
    periodEndsAt: current_period_end,
    ends: object.cancel_at_period_end,
    nextPlan: (await nextPriceOf(tx, object))?.id ?? null,
    /** When the subscription next changes by itself. */
    nextMoment: await nextMoment(tx, object),
  };
}

async function readPlans(tx: Transaction) {
  const { data } = await listObjects(tx, "price", { where: { type: "recurring", active: "true" } });
  const plans = await Promise.all(
    data.map(async ({ object: { id, product, unit_amount } }) => {
      const { object } = await requireObject(tx, "product", String(product));
      return { id, name: object.name, priceCents: unit_amount ?? 0 };
    }),
  );
  return plans.sort((a, b) => a.priceCents - b.priceCents);
}

async function readPayments(tx: Transaction, customer: string) {
  const { data: charges } = await listObjects(tx, "charge", { customer, limit: 10 });
  return await Promise.all(
    charges.map(async ({ object: charge }) => {
      const { data } = await listObjects(tx, "dispute", { where: { charge: charge.id }, limit: 1 });
      const dispute = data[0]?.object ?? null;
      const whole = charge.paid && charge.amount_refunded === 0;
      const isOpen = dispute && dispute.status !== "won" && dispute.status !== "lost";
      return {
        charge: charge.id,
        createdAt: charge.created,
        description: charge.description,
        amountCents: charge.amount,
        state: stateOf(charge, dispute),
        canGoBack: charge.description === "Top-up" && whole && !dispute,
        openDispute: isOpen ? dispute.id : null,
      };
    }),
  );
}

function stateOf(charge: Stripe.Charge, dispute: Stripe.Dispute | null): string {
  if (!charge.paid) return "failed";
  if (charge.refunded) return "refunded";
  return dispute ? `dispute ${dispute.status}` : "paid";
}

async function requireSession(id: string): Promise<Stripe.BillingPortal.Session> {
  const { object } = await requireObject(db(), "billing_portal.session", id);
  if (object.created + sessionSeconds < realNow()) {
    throw invalidRequest("This page has expired: open it again from the billing page.");
  }
  return object;
}

export async function actOnPortal(id: string, form: Params): Promise<{ goTo: string }> {
  const session = await requireSession(id);
  const { customer } = session;
  const action = text(form, "action") ?? "";
  const notice =
    action === "advance"
      ? await advanceToNext(customer).then(() => action)
      : await inSandbox((tx) => act(tx, { customer, action, form }));
  await deliverPending();
  const after = session.flow?.after_completion.redirect?.return_url;
  if (after && action === "plan" && notice !== "declined") return { goTo: after };
  return { goTo: `?notice=${encodeURIComponent(notice)}` };
}

/** Performs the action of a button; returns the name of the notice. */
async function act(
  tx: Transaction,
  { customer, action, form }: { customer: string; action: string; form: Params },
): Promise<string> {
  switch (action) {
    case "plan": {
      const { object: price } = await requireObject(tx, "price", requireText(form, "price"), "price");
      const subscription = await ownSubscription(tx, customer, requireText(form, "subscription"));
      if (onlyItem(subscription).price.currency !== price.currency || !price.recurring || !price.active) {
        throw invalidRequest("This price is not a plan.", "price");
      }
      return await changePlan(tx, subscription, price);
    }
    case "cancel":
    case "resume": {
      const subscription = await ownSubscription(tx, customer, requireText(form, "subscription"));
      await setCancelAtPeriodEnd(tx, subscription, action === "cancel");
      return action;
    }
    case "card":
      await changeCard(tx, customer, text(form, "kind") === "failing" ? "failing" : "good");
      return "card";
    case "refund":
      await refundCharge(tx, await ownCharge(tx, customer, requireText(form, "charge")));
      return "refund";
    case "dispute":
      await openDispute(tx, await ownCharge(tx, customer, requireText(form, "charge")));
      return "dispute";
    case "dispute-won":
    case "dispute-lost": {
      const { object } = await requireObject(tx, "dispute", requireText(form, "dispute"), "dispute");
      await ownCharge(tx, customer, String(object.charge));
      await closeDispute(tx, object.id, action === "dispute-won" ? "won" : "lost");
      return "dispute-closed";
    }
    default:
      throw invalidRequest("The page does not know this action.", "action");
  }
}

async function ownSubscription(tx: Transaction, customer: string, id: string): Promise<Stripe.Subscription> {
  const { object } = await requireObject(tx, "subscription", id, "subscription");
  if (object.customer !== customer || object.status === "canceled") {
    throw invalidRequest("This subscription cannot be changed here.", "subscription");
  }
  return object;
}

async function ownCharge(tx: Transaction, customer: string, id: string): Promise<string> {
  const { object } = await requireObject(tx, "charge", id, "charge");
  if (object.customer !== customer) throw invalidRequest("This payment cannot be changed here.", "charge");
  return object.id;
}
