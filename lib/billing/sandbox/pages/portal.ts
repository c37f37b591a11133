import type Stripe from "stripe";
import { db } from "../../../db/index.ts";
import { deliverBeforeRedirect } from "../delivery.ts";
import { invalidRequest } from "../errors.ts";
import { type Params, requireText, text } from "../form.ts";
import { onlyItem } from "../objects/subscription.ts";
import { closeDispute, openDispute, refundCharge } from "../payments.ts";
import { inSandbox, realNow, requireObject, type Transaction } from "../store.ts";
import { changePlan, setCancelAtPeriodEnd } from "../subscriptions.ts";
import { advanceToNext, changeCard } from "../test-clock.ts";
import { goTo, page } from "./html.ts";
import { readPortal, renderPortal } from "./portal-view.ts";

const sessionSeconds = 60 * 60;

/** What a page says after an action; the address carries the name only. */
const notices: Record<string, string> = {
  now: "The plan was changed, and the difference was paid.",
  "at renewal": "The plan changes at the next renewal.",
  declined: "The card was declined: the plan stays as it was.",
  cancel: "The subscription ends with the current period.",
  resume: "The subscription goes on.",
  card: "The card was changed.",
  advance: "The clock was put forward.",
  refund: "The payment was refunded.",
  dispute: "The payment is disputed.",
  "dispute-closed": "The dispute is closed.",
};

export async function showPortal(id: string, notice: string | null): Promise<Response> {
  const session = await requireSession(db(), id);
  const view = await readPortal(db(), session);
  return page("Your subscription", renderPortal(view, notice ? (notices[notice] ?? null) : null));
}

async function requireSession(
  on: Pick<Transaction, "$queryRaw">,
  id: string,
): Promise<Stripe.BillingPortal.Session> {
  const { object } = await requireObject(on, "billing_portal.session", id);
  if (object.created + sessionSeconds < realNow()) {
    throw invalidRequest("This page has expired: open it again from the billing page.");
  }
  return object;
}

export async function actOnPortal(id: string, form: Params): Promise<Response> {
  const session = await requireSession(db(), id);
  const action = text(form, "action") ?? "";
  const notice =
    action === "advance"
      ? await advance(session.customer)
      : await inSandbox((tx) => act(tx, session, action, form));
  await deliverBeforeRedirect();
  const after = session.flow?.after_completion.redirect?.return_url;
  if (after && action === "plan" && notice !== "declined") return goTo(after);
  return goTo(`?notice=${encodeURIComponent(notice)}`);
}

async function advance(customer: string): Promise<string> {
  await advanceToNext(customer);
  return "advance";
}

async function act(
  tx: Transaction,
  session: Stripe.BillingPortal.Session,
  action: string,
  form: Params,
): Promise<string> {
  const { customer } = session;
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
    case "resume":
      await setCancelAtPeriodEnd(
        tx,
        await ownSubscription(tx, customer, requireText(form, "subscription")),
        action === "cancel",
      );
      return action;
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
