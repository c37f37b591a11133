import type Stripe from "stripe";
import { startSubscriptionCheckout, startTopUpCheckout } from "../../billing/checkout.ts";
import { requirePriceId } from "../../billing/prices.ts";
import { stripe } from "../../billing/stripe.ts";
import { plans, planTiers, topUpSizes } from "../../contract/billing/plans.ts";
import { db } from "../../db/index.ts";
import { settleDebits } from "../../stripe-sandbox/checkouts.ts";
import { closeDispute, openDispute, refundCharge } from "../../stripe-sandbox/payments.ts";
import { inSandbox, realNow, requireObject } from "../../stripe-sandbox/store.ts";
import { changePlan, setCancelAtPeriodEnd } from "../../stripe-sandbox/subscriptions.ts";
import { advanceToNext, changeCard } from "../../stripe-sandbox/test-clock.ts";
import { pick } from "../random.ts";
import { customerOf, eventsOf, press } from "./life.ts";

/**
 * Simulates random actions of a customer in the sandbox until about `count` events have happened; `each` gets the new
 * events after every step.
 */
export async function liveByChance(
  userId: string,
  random: () => number,
  count: number,
  each: (events: Stripe.Event[]) => Promise<void>,
): Promise<Stripe.Event[]> {
  await press(await startSubscriptionCheckout(userId, pick(random, planTiers)), "pay");
  const customer = await customerOf(userId);
  let seen: Stripe.Event[] = [];
  for (let step = 0; seen.length < count; step += 1) {
    if (step > count * 10) throw new Error("this life has too few events");
    if (step > 0) await pick(random, steps)({ userId, customer, random });
    // The test delivers events itself, so the sandbox's own deliveries are dropped.
    await db().sandboxDelivery.deleteMany();
    const events = await eventsOf(customer);
    await each(events.slice(seen.length));
    seen = events;
  }
  return seen;
}

interface Person {
  userId: string;
  customer: string;
  random: () => number;
}

async function liveSubscription({ customer }: Person): Promise<Stripe.Subscription | null> {
  const { data } = await stripe().subscriptions.list({ customer });
  return data[0] ?? null;
}

async function topUpCharges({ customer }: Person): Promise<Stripe.Charge[]> {
  const { data } = await stripe().charges.list({ customer, limit: 100 });
  return data.filter(({ description, paid }) => description === "Top-up" && paid);
}

const advance = async ({ customer }: Person) => void (await advanceToNext(customer));

const subscribe = async (person: Person) => {
  if (await liveSubscription(person)) return;
  await press(await startSubscriptionCheckout(person.userId, pick(person.random, planTiers)), "pay");
};

const changeToAny = async (person: Person) => {
  const subscription = await liveSubscription(person);
  const price = await requirePriceId(plans[pick(person.random, planTiers)].lookupKey);
  if (subscription?.status !== "active") return;
  await inSandbox(async (tx) => {
    const { object } = await requireObject(tx, "price", price);
    await changePlan(tx, (await requireObject(tx, "subscription", subscription.id)).object, object);
  });
};

const topUp = async ({ userId, random }: Person) => {
  await press(
    await startTopUpCheckout(userId, pick(random, topUpSizes)),
    pick(random, ["pay", "pay", "decline"]),
  );
};

const debit = async ({ userId, random }: Person) => {
  const way = pick(random, ["debit", "debit-fails"]);
  await press(await startTopUpCheckout(userId, pick(random, topUpSizes)), way);
  await settleDebits(realNow() + 60);
};

const card = ({ customer, random }: Person) =>
  inSandbox((tx) => changeCard(tx, customer, pick(random, ["good", "failing"] as const)));

const cancelOrResume = async (person: Person) => {
  const subscription = await liveSubscription(person);
  if (!subscription) return;
  await inSandbox(async (tx) => {
    const { object } = await requireObject(tx, "subscription", subscription.id);
    await setCancelAtPeriodEnd(tx, object, !object.cancel_at_period_end);
  });
};

const cancelNow = async (person: Person) => {
  const subscription = await liveSubscription(person);
  if (subscription && person.random() < 0.3) await stripe().subscriptions.cancel(subscription.id);
};

const refund = async (person: Person) => {
  const charges = (await topUpCharges(person)).filter(({ refunded, disputed }) => !refunded && !disputed);
  if (charges.length === 0) return;
  const charge = pick(person.random, charges);
  const left = charge.amount - charge.amount_refunded;
  const amount = person.random() < 0.5 ? left : Math.max(1, Math.floor(left * person.random()));
  await inSandbox((tx) => refundCharge(tx, charge.id, amount));
};

const dispute = async (person: Person) => {
  const charges = (await topUpCharges(person)).filter(({ disputed, refunded }) => !disputed && !refunded);
  if (charges.length === 0) return;
  await inSandbox((tx) => openDispute(tx, pick(person.random, charges).id));
};

const decide = async (person: Person) => {
  const disputed = (await topUpCharges(person)).filter((charge) => charge.disputed);
  for (const charge of disputed) {
    const { data } = await stripe().disputes.list({ charge: charge.id });
    const open = data.find(({ status }) => status === "needs_response");
    const verdict = pick(person.random, ["won", "lost"] as const);
    if (open) await inSandbox((tx) => closeDispute(tx, open.id, verdict));
  }
};

const steps = [
  advance,
  advance,
  advance,
  advance,
  subscribe,
  subscribe,
  changeToAny,
  changeToAny,
  changeToAny,
  topUp,
  topUp,
  topUp,
  debit,
  card,
  card,
  cancelOrResume,
  cancelNow,
  refund,
  refund,
  dispute,
  decide,
];
