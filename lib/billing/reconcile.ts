import type Stripe from "stripe";
import { db, sql } from "../db/index.ts";
import { log } from "../platform/log.ts";
import { endLatePayments, findClosedCustomer } from "./closing.ts";
import { findOwner } from "./customer.ts";
import { idOf, subscribedEvents } from "./events.ts";
import { statusRank } from "./status.ts";
import { billingMode, stripe } from "./stripe.ts";
import { handleEvent, syncSubscriptions } from "./sync.ts";

/** Stripe keeps events for thirty days. */
const longestLookBackMs = 30 * 24 * 60 * 60 * 1000;
/** An event may show in the list a little later than its own time says. */
const overlapMs = 10 * 60 * 1000;
const pageSize = 100;

export interface Reconciliation {
  events: number;
  healed: number;
  customers: number;
  failures: number;
}

const sweepEveryMs = { events: 5 * 60 * 1000, subscriptions: 24 * 60 * 60 * 1000 };
type Sweep = keyof typeof sweepEveryMs;

/**
 * Handles every event of Stripe's that was missed, and compares every subscription. Changes nothing where
 * nothing was missed; runs any number of times.
 */
export async function reconcile(since = new Date(Date.now() - longestLookBackMs)): Promise<Reconciliation> {
  const startedAt = new Date();
  const fromEvents = await replayEvents(since);
  const fromSubscriptions = await compareSubscriptions();
  if (fromEvents.failures === 0) await finish("events", startedAt);
  if (fromSubscriptions.failures === 0) await finish("subscriptions", startedAt);
  return {
    ...fromEvents,
    customers: fromSubscriptions.customers,
    failures: fromEvents.failures + fromSubscriptions.failures,
  };
}

/** The periodic form: of all processes, one runs each part when it is due. */
export async function reconcileWhenDue(): Promise<void> {
  if (billingMode() === "off") return;
  const startedAt = new Date();
  const since = await begin("events");
  if (since) {
    const { healed, failures } = await replayEvents(new Date(since.getTime() - overlapMs));
    if (healed > 0) log.warn({ healed }, "missed Stripe events were handled");
    if (failures === 0) await finish("events", startedAt);
  }
  if (await begin("subscriptions")) {
    const { failures } = await compareSubscriptions();
    if (failures === 0) await finish("subscriptions", startedAt);
  }
}

/** Takes the next run of a sweep, if it is due; answers up to which moment its last run had got. */
async function begin(name: Sweep): Promise<Date | null> {
  const [row] = await db().$queryRaw<{ doneUntil: Date }[]>(sql`
    INSERT INTO stripe_sweep (name, started_at, done_until)
    VALUES (${name}, now(), now() - ${longestLookBackMs}::double precision * interval '1 ms')
    ON CONFLICT (name) DO UPDATE SET started_at = now()
    WHERE stripe_sweep.started_at < now() - ${sweepEveryMs[name]}::double precision * interval '1 ms'
    RETURNING done_until AS "doneUntil"`);
  return row?.doneUntil ?? null;
}

async function finish(name: Sweep, until: Date): Promise<void> {
  await db().$executeRaw(sql`
    INSERT INTO stripe_sweep (name, started_at, done_until) VALUES (${name}, now(), ${until})
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

/** One event that cannot be handled must not keep the others from being healed. */
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
        // Paid after its account was deleted, and its webhook never came.
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
