import type Stripe from "stripe";
import { nextPeriodEnd } from "./clock.ts";
import { invalidRequest } from "./errors.ts";
import { makeSchedule } from "./objects/schedule.ts";
import { onlyItem } from "./objects/subscription.ts";
import { requireObject, saveObject, type Transaction } from "./store.ts";

/** Schedules another price for the renewal. Returns the schedule id for the subscription. */
export async function scheduleChange(
  tx: Transaction,
  subscription: Stripe.Subscription,
  { price, at }: { price: Stripe.Price; at: number },
): Promise<string> {
  await endSchedule(tx, subscription, { status: "released", at });
  const nextEnd = nextPeriodEnd(subscription.billing_cycle_anchor, onlyItem(subscription).current_period_end);
  const schedule = makeSchedule(subscription, { price, at, nextEnd });
  await saveObject(tx, "subscription_schedule", schedule);
  return schedule.id;
}

/** The price after the renewal; null if it does not change. */
export async function nextPriceOf(
  tx: Transaction,
  subscription: Stripe.Subscription,
): Promise<Stripe.Price | null> {
  if (typeof subscription.schedule !== "string") return null;
  const { object: schedule } = await requireObject(tx, "subscription_schedule", subscription.schedule);
  const price = schedule.phases.at(-1)?.items[0]?.price;
  return typeof price === "string" ? (await requireObject(tx, "price", price)).object : null;
}

/** Ends a subscription's schedule, if any; the caller clears the subscription's reference to it. */
export async function endSchedule(
  tx: Transaction,
  subscription: Stripe.Subscription,
  { status, at }: { status: "released" | "canceled"; at: number },
): Promise<Stripe.SubscriptionSchedule | null> {
  if (typeof subscription.schedule !== "string") return null;
  const { object: schedule } = await requireObject(tx, "subscription_schedule", subscription.schedule);
  if (schedule.status !== "active") throw invalidRequest(`This schedule is ${schedule.status}.`);
  Object.assign(schedule, {
    status,
    current_phase: null,
    ...(status === "released"
      ? { released_at: at, released_subscription: subscription.id, subscription: null }
      : { canceled_at: at }),
  } satisfies Partial<Stripe.SubscriptionSchedule>);
  await saveObject(tx, "subscription_schedule", schedule);
  return schedule;
}
