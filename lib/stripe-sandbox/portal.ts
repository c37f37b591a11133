import { db } from "../db/index.ts";
import { advanceToNext, changeCard, nextMoment } from "./calendar.ts";
import { customerNow } from "./clock.ts";
import { deliverPending } from "./delivery.ts";
import { invalidRequest, isDeclined } from "./errors.ts";
import { onlyItem, type PortalSession } from "./objects.ts";
import { type Params, requireText, text } from "./params.ts";
import { inSandbox, listObjects, realNow, requireObject, type Transaction } from "./store.ts";
import * as subscriptions from "./subscriptions.ts";

const sessionSeconds = 60 * 60;

export type PortalPage = Awaited<ReturnType<typeof readPortal>>;

/** Times are Unix seconds; a plan's id is that of its price. */
export async function readPortal(id: string, notice: string | null) {
  const { customer: customerId, confirms, return_url } = await requireSession(id);
  const { email, card } = await requireObject(db(), "customer", customerId);
  const [subscription] = await subscriptions.runningSubscriptions(db(), customerId);
  const prices = await listObjects(db(), "price", { where: { active: ["true"] } });
  const charges = await listObjects(db(), "charge", { where: { customer: [customerId] }, limit: 10 });
  return {
    kind: "portal" as const,
    notice,
    email,
    card,
    returnUrl: return_url,
    now: await customerNow(db(), customerId),
    plans: prices
      .filter(({ recurring }) => recurring !== null)
      .map((price) => ({ id: price.id, name: price.product.name, priceCents: price.unit_amount }))
      .sort((a, b) => a.priceCents - b.priceCents),
    /** The plan that the portal was opened for. */
    wantedPlan: confirms?.price ?? null,
    subscription: subscription
      ? {
          id: subscription.id,
          status: subscription.status,
          price: onlyItem(subscription).price,
          periodEndsAt: onlyItem(subscription).current_period_end,
          ends: subscription.cancel_at_period_end,
          nextPlan: subscriptions.nextPriceOf(subscription),
          /** When the subscription next changes by itself. */
          nextMoment: nextMoment(subscription),
        }
      : null,
    payments: charges.map(({ id: charge, created, description, amount, paid, refunded }) => ({
      charge,
      createdAt: created,
      description,
      amountCents: amount,
      state: refunded ? "refunded" : paid ? "paid" : "failed",
    })),
  };
}

async function requireSession(id: string): Promise<PortalSession> {
  const session = await requireObject(db(), "billing_portal.session", id);
  if (session.created + sessionSeconds < realNow()) throw invalidRequest("This page has expired.");
  return session;
}

/** Performs the action of a button; the page then shows its notice. */
export async function actOnPortal(id: string, form: Params): Promise<{ goTo: string }> {
  const { customer, confirms } = await requireSession(id);
  const action = requireText(form, "action");
  const run = action === "advance" ? advanceToNext(customer) : inSandbox((tx) => act(tx, customer, form));
  const done = await run.catch((error: unknown) => {
    if (isDeclined(error)) return "declined";
    throw error;
  });
  await deliverPending();
  const notice = typeof done === "string" ? done : action;
  const isChanged = notice === "now" || notice === "renewal";
  return { goTo: confirms && isChanged ? confirms.returnUrl : `?notice=${notice}` };
}

/** Returns the name of the notice if it is not the action's. */
async function act(tx: Transaction, customer: string, form: Params): Promise<unknown> {
  const action = requireText(form, "action");
  if (action === "card") {
    return await changeCard(tx, customer, text(form, "kind") === "failing" ? "failing" : "good");
  }
  const subscription = await subscriptions.requireRunning(tx, requireText(form, "subscription"));
  if (subscription.customer !== customer) throw invalidRequest("This subscription is another customer's.");
  if (action === "plan") {
    const price = await requireObject(tx, "price", requireText(form, "price"), "price");
    return (await subscriptions.changePlan(tx, subscription, { price })).schedule ? "renewal" : "now";
  }
  if (action === "cancel" || action === "resume") {
    return await subscriptions.cancelAtPeriodEnd(tx, subscription, action === "cancel");
  }
  throw invalidRequest("The page does not know this action.", "action");
}
