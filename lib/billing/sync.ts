import type Stripe from "stripe";
import { serializeByKey } from "../platform/concurrency.ts";
import { applyChanges, readAccount } from "./apply.ts";
import { endLatePayments, findClosedCustomer } from "./closing.ts";
import { findOwner, type Owner } from "./customer.ts";
import { deriveSubscription, deriveTopUp } from "./derive.ts";
import { type EventRecord, lookUpEvent, recordEvent } from "./event-log.ts";
import { type Subject, subjectOf } from "./events.ts";
import { fetchSubscriptions, fetchTopUp, locate } from "./snapshot.ts";
import { isMissing } from "./stripe.ts";

export interface EventOutcome {
  receipt: string;
  /** The event had been handled before; nothing was done. */
  replayed: boolean;
}

/**
 * Handles a verified event at most once. The event only identifies what to read from Stripe. Throws if Stripe or the
 * database cannot be reached; then nothing was written.
 */
export async function handleEvent(event: Stripe.Event): Promise<EventOutcome> {
  const { receipt, owner } = await lookUpEvent(event);
  if (receipt !== null) return { receipt, replayed: true };
  try {
    return await followUp(event, owner);
  } catch (error) {
    // A missing object will not reappear: three days of retries would not help.
    if (isMissing(error)) return await record(event, `Stripe does not have it: ${error.message}`);
    throw error;
  }
}

async function followUp(event: Stripe.Event, named: Owner | null): Promise<EventOutcome> {
  const subject = await locate(subjectOf(event));
  if (subject.about === "nothing") return await record(event, subject.reason);
  const { customerId } = subject;
  const owner = named?.customerId === customerId ? named : await findOwner(customerId);
  if (!owner) {
    const closed = await findClosedCustomer(customerId);
    return await record(event, closed ? await endLatePayments(closed) : "the customer is not one of ours");
  }
  const receipt = await syncAccount(owner, subject, event);
  return { receipt: receipt ?? "handled at the same moment", replayed: receipt === null };
}

async function record(event: Stripe.Event, receipt: string): Promise<EventOutcome> {
  return { receipt, replayed: !(await recordEvent(event, receipt)) };
}

/** Concurrent writers may win again and again; after this many attempts Stripe's own retry is the better wait. */
const maxAttempts = 50;
/** Within this process; the account's version guards against other processes. */
const oneAtATime = serializeByKey();

/**
 * Syncs an account with Stripe: snapshot, derived changes, one transaction. A snapshot that is older than another
 * write of the account is discarded and fetched again, so that the newest state wins in any order of events. Returns
 * the receipt, or null if the event is already recorded.
 */
export async function syncAccount(
  owner: Owner,
  subject: Extract<Subject, { about: "subscriptions" | "topup" }>,
  event: EventRecord | null,
): Promise<string | null> {
  return await oneAtATime(owner.userId, async () => {
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const account = await readAccount(owner.userId);
      const changes =
        subject.about === "topup"
          ? deriveTopUp(await fetchTopUp(subject.sessionId), owner)
          : deriveSubscription(await fetchSubscriptions(owner.customerId), account, event);
      const applied = await applyChanges(account, changes, event);
      if (applied !== "stale") return applied.receipt;
    }
    throw new Error(`The account of ${owner.userId} was written by others ${maxAttempts} times in a row`);
  });
}

/** The same without an event: after a visit to Stripe's pages, and when missed webhooks are recovered. */
export async function syncSubscriptions(owner: Owner): Promise<void> {
  await syncAccount(owner, { about: "subscriptions", customerId: owner.customerId }, null);
}
