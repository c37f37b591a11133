import { queueMail } from "../mail/queue.ts";
import { type AccountPlan, type AllowanceMove, readBooks } from "./allowances.ts";
import { paymentFailedMail, trialEndingMail } from "./mails.ts";
import { accountStatus } from "./status.ts";
import { fetchSubscriptions, type SubscriptionTruth } from "./subscription-truth.ts";
import { type EventRecord, moveWithReceipt, readMoved, syncUser, type Transaction } from "./sync.ts";

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
    (tx, truth) => writeSubscriptions(tx, userId, truth, event),
  );
}

async function writeSubscriptions(
  tx: Transaction,
  userId: string,
  truth: SubscriptionTruth,
  event: EventRecord | null,
): Promise<string> {
  const { moves, plan } = readBooks(truth);
  const receipts = await applyMoves(tx, userId, moves);
  if (!plan) return ["no subscription counts", ...receipts].join("; ");
  await writePlan(tx, userId, plan);
  await queueMails(tx, userId, plan, event);
  const live = truth.subscriptions.filter(({ stripeStatus }) => stripeStatus === "active").length;
  const warning = live > 1 ? [`${live} subscriptions are active: cancel all but one`] : [];
  const status = accountStatus(plan.subscription.stripeStatus);
  return [`${plan.tier} ${status}`, ...receipts, ...warning].join("; ");
}

/** Applies each move once. One that comes to light after a later one leaves the balance alone. */
async function applyMoves(tx: Transaction, userId: string, moves: AllowanceMove[]): Promise<string[]> {
  const moved = await readMoved(
    tx,
    moves.map(({ reference }) => reference),
  );
  const newest = moves.findLastIndex(({ reference }) => moved.has(reference));
  const receipts: string[] = [];
  for (const [index, move] of moves.entries()) {
    if (moved.has(move.reference)) continue;
    const { reference, kind, note, monthly } = move;
    const late = index < newest;
    const receipt = await moveWithReceipt(tx, {
      userId,
      kind,
      reference,
      note: late ? `${note}; came after a later one, balance unchanged` : note,
      ...(!late && { monthly }),
    });
    if (receipt) receipts.push(receipt);
  }
  return receipts;
}

const fromSeconds = (seconds: number) => new Date(seconds * 1000);

async function writePlan(tx: Transaction, userId: string, plan: AccountPlan): Promise<void> {
  const { subscription, tier, creditsLimit } = plan;
  const status = accountStatus(subscription.stripeStatus) ?? "canceled";
  await tx.subscription.updateMany({
    where: { userId },
    data: {
      tier,
      status,
      creditsLimit,
      periodEndsAt: fromSeconds(subscription.periodEndsAt),
      cancelAtPeriodEnd: subscription.cancelAtPeriodEnd && status !== "canceled",
      stripeSubscriptionId: subscription.id,
      ...(status === "trialing" &&
        subscription.trialEndsAt !== null && { trialEndsAt: fromSeconds(subscription.trialEndsAt) }),
    },
  });
}

async function queueMails(
  tx: Transaction,
  userId: string,
  { subscription }: AccountPlan,
  event: EventRecord | null,
): Promise<void> {
  const { stripeStatus, failedInvoice, trialEndsAt } = subscription;
  if (failedInvoice && accountStatus(stripeStatus) === "past_due") {
    await queueMail(paymentFailedMail(userId, failedInvoice), tx);
  }
  const trialEnds = event?.type === "customer.subscription.trial_will_end" && stripeStatus === "trialing";
  if (trialEnds && trialEndsAt !== null) {
    await queueMail(trialEndingMail(userId, subscription.id, trialEndsAt), tx);
  }
}
