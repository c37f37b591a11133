import { isDeepStrictEqual } from "node:util";
import type { CreditMove } from "../credits/move.ts";
import { type QueuedMail, queueMail } from "../mail/queue.ts";
import { type AccountPlan, type AllowanceMove, readBooks } from "./allowances.ts";
import { paymentFailedMail, trialEndingMail } from "./mails.ts";
import { accountStatus } from "./status.ts";
import { fetchSubscriptions, type SubscriptionTruth } from "./subscription-truth.ts";
import { type AccountState, type EventRecord, moveWithReceipt, type Outcome, syncUser } from "./sync.ts";

/** Brings an account's plan, status and monthly credits in line with Stripe's subscriptions and invoices. */
export function syncSubscription(
  userId: string,
  customerId: string,
  event: EventRecord | null,
): Promise<string | null> {
  return syncUser(
    userId,
    event,
    () => fetchSubscriptions(customerId),
    (truth, state) => compare(userId, truth, state, event),
  );
}

function compare(
  userId: string,
  truth: SubscriptionTruth,
  state: AccountState,
  event: EventRecord | null,
): Outcome {
  const { moves, plan } = readBooks(truth);
  const fields = plan && fieldsOf(plan, state);
  const mails = plan ? mailsFor(userId, plan, event) : [];
  const changed = fields !== null && !isDeepStrictEqual({ ...state, ...fields }, state);
  return {
    words: wordsFor(truth, plan),
    references: moves.map(({ reference }) => reference),
    differs: changed || mails.length > 0,
    write: async (tx, moved) => {
      const receipts: string[] = [];
      for (const move of missingOf(userId, moves, moved)) {
        const receipt = await moveWithReceipt(tx, move);
        if (receipt) receipts.push(receipt);
      }
      if (fields && changed) await tx.subscription.updateMany({ where: { userId }, data: fields });
      for (const mail of mails) await queueMail(mail, tx);
      return receipts;
    },
  };
}

function wordsFor(truth: SubscriptionTruth, plan: AccountPlan | null): string {
  if (!plan) return "no subscription counts";
  const active = truth.subscriptions.filter(({ stripeStatus }) => stripeStatus === "active").length;
  const warning = active > 1 ? `; ${active} subscriptions are active: cancel all but one` : "";
  return `${plan.tier} ${accountStatus(plan.subscription.stripeStatus)}${warning}`;
}

/** The moves that were not made yet. One that comes to light after a later one leaves the balance alone. */
function missingOf(userId: string, moves: AllowanceMove[], moved: ReadonlySet<string>): CreditMove[] {
  const newest = moves.findLastIndex(({ reference }) => moved.has(reference));
  return moves.flatMap(({ reference, kind, note, monthly }, index) => {
    if (moved.has(reference)) return [];
    if (index > newest) return [{ userId, kind, reference, note, monthly }];
    return [{ userId, kind, reference, note: `${note}; came after a later one, balance unchanged` }];
  });
}

const fromSeconds = (seconds: number) => new Date(seconds * 1000);

function fieldsOf({ subscription, tier, creditsLimit }: AccountPlan, state: AccountState) {
  const status = accountStatus(subscription.stripeStatus) ?? "canceled";
  const ownTrial = status === "trialing" && subscription.trialEndsAt !== null;
  return {
    tier,
    status,
    creditsLimit,
    periodEndsAt: fromSeconds(subscription.periodEndsAt),
    cancelAtPeriodEnd: subscription.cancelAtPeriodEnd && status !== "canceled",
    stripeSubscriptionId: subscription.id,
    trialEndsAt: ownTrial ? fromSeconds(subscription.trialEndsAt ?? 0) : state.trialEndsAt,
  };
}

function mailsFor(userId: string, { subscription }: AccountPlan, event: EventRecord | null): QueuedMail[] {
  const { id, stripeStatus, failedInvoice, trialEndsAt } = subscription;
  const mails: QueuedMail[] = [];
  if (failedInvoice && accountStatus(stripeStatus) === "past_due") {
    mails.push(paymentFailedMail(userId, failedInvoice));
  }
  const trialEnds = event?.type === "customer.subscription.trial_will_end" && stripeStatus === "trialing";
  if (trialEnds && trialEndsAt !== null) mails.push(trialEndingMail(userId, id, trialEndsAt));
  return mails;
}
