import type Stripe from "stripe";
import { db, sql } from "../db/index.ts";
import { log } from "../platform/log.ts";
import type { Task } from "../queue/tasks.ts";
import { endLatePayments, findClosedCustomer } from "./closing.ts";
import { findOwner } from "./customer.ts";
import { idOf, subscribedEvents } from "./events.ts";
import { statusRank } from "./status.ts";
import { stripe } from "./stripe.ts";
import { handleEvent, syncSubscriptions } from "./sync.ts";

/** Stripe keeps events for thirty days. */
const longestLookBackMs = 30 * 24 * 60 * 60 * 1000;
/** An event may appear in Stripe's list a little after its own time. */
const overlapMs = 10 * 60 * 1000;
const pageSize = 100;

export interface Reconciliation {
  events: number;
  healed: number;
  customers: number;
  failures: number;
}

/** The scheduled form: events often, because they are few, and every subscription once a day. */
export const reconciliationTasks: readonly Task[] = [
  { queue: "stripe-events", cron: "*/5 * * * *", run: reconcileEvents },
  { queue: "stripe-subscriptions", cron: "17 3 * * *", run: compareSubscriptions },
];

/** Handles every missed Stripe event and compares every subscription. Idempotent. */
export async function reconcile(since = new Date(Date.now() - longestLookBackMs)): Promise<Reconciliation> {
  const startedAt = new Date();
  const fromEvents = await replayEvents(since);
  const fromSubscriptions = await compareSubscriptions();
  if (fromEvents.failures === 0) await finishEvents(startedAt);
  return {
    ...fromEvents,
    customers: fromSubscriptions.customers,
    failures: fromEvents.failures + fromSubscriptions.failures,
  };
}

/** Handles the events missed since the last complete run. */
export async function reconcileEvents(): Promise<void> {
  const startedAt = new Date();
  const { healed, failures } = await replayEvents(await startOfEvents());
  if (healed > 0) log.warn({ healed }, "missed Stripe events were handled");
  if (failures === 0) await finishEvents(startedAt);
}

async function startOfEvents(): Promise<Date> {
  const last = await db().stripeSweep.findUnique({ where: { name: "events" } });
  return new Date(last ? last.doneUntil.getTime() - overlapMs : 0);
}

async function finishEvents(until: Date): Promise<void> {
  await db().$executeRaw(sql`
    INSERT INTO stripe_sweep (name, done_until) VALUES ('events', ${until})
    ON CONFLICT (name) DO UPDATE SET done_until = GREATEST(stripe_sweep.done_until, EXCLUDED.done_until)`);
}

async function replayEvents(since: Date): Promise<Omit<Reconciliation, "customers">> {
  const oldest = Math.max(since.getTime(), Date.now() - longestLookBackMs);
  const result = { events: 0, healed: 0, failures: 0 };
  let page: Stripe.Event[] = [];
  const flush = async () => {
    for (const event of await withoutKnown(page)) {
      if (await replay(event)) result.healed += 1;
      else result.failures += 1;
    }
    page = [];
  };
  const events = stripe().events.list({
    types: subscribedEvents,
    created: { gte: Math.floor(oldest / 1000) },
    limit: pageSize,
  });
  for await (const event of events) {
    result.events += 1;
    page.push(event);
    if (page.length === pageSize) await flush();
  }
  await flush();
  return result;
}

async function withoutKnown(events: Stripe.Event[]): Promise<Stripe.Event[]> {
  const known = await db().stripeEvent.findMany({
    where: { id: { in: events.map(({ id }) => id) } },
    select: { id: true },
  });
  const ids = new Set(known.map(({ id }) => id));
  return events.filter(({ id }) => !ids.has(id));
}

/** A failing event must not block the others. */
async function replay(event: Stripe.Event): Promise<boolean> {
  try {
    const { receipt } = await handleEvent(event);
    log.info({ event: event.id, type: event.type, receipt }, "missed event handled");
    return true;
  } catch (error) {
    log.error({ err: error, event: event.id, type: event.type }, "a missed event could not be handled");
    return false;
  }
}

async function compareSubscriptions(): Promise<{ customers: number; failures: number }> {
  const customers = new Set<string>();
  const running = new Set<string>();
  for await (const subscription of stripe().subscriptions.list({ status: "all", limit: pageSize })) {
    const customer = idOf(subscription.customer);
    if (customer) customers.add(customer);
    if (customer && statusRank(subscription.status) > 1) running.add(customer);
  }
  let failures = 0;
  for (const customerId of customers) {
    try {
      const owner = await findOwner(customerId);
      if (owner) await syncSubscriptions(owner);
      else if (running.has(customerId)) {
        // Paid after its account was deleted, and the webhook never arrived.
        const closed = await findClosedCustomer(customerId);
        if (closed) await endLatePayments(closed);
      }
    } catch (error) {
      failures += 1;
      log.error({ err: error, customerId }, "a customer could not be compared with Stripe");
    }
  }
  return { customers: customers.size, failures };
}
