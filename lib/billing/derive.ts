import { isDeepStrictEqual } from "node:util";
import type { CreditMove } from "../credits/move.ts";
import type { SubscriptionStatus, Tier } from "../db/generated/enums.ts";
import type { QueuedMail } from "../mail/queue.ts";
import { offer } from "../plans/offer.ts";
import { type AccountPlan, type AllowanceMove, deriveAllowances } from "./allowances.ts";
import type { RefundMade } from "./credit-notes.ts";
import type { Owner } from "./customer.ts";
import type { EventRecord } from "./event-log.ts";
import type { PaymentMade } from "./issue.ts";
import { paymentFailedMail, topUpFailedMail, trialEndingMail } from "./mails.ts";
import type { Reversal, SubscriptionSnapshot, TopUpSnapshot } from "./snapshot.ts";
import { accountStatus } from "./status.ts";

/** The Stripe-derived state stored for an account, as of `version`. */
export interface Account extends AccountFields {
  userId: string;
  version: number;
}

interface AccountFields {
  tier: Tier;
  status: SubscriptionStatus;
  creditsLimit: number;
  trialEndsAt: Date | null;
  periodEndsAt: Date | null;
  cancelAtPeriodEnd: boolean;
  nextTier: Tier | null;
  stripeSubscriptionId: string | null;
}

/** A credit move required by a snapshot. */
export interface PlannedMove extends Omit<CreditMove, "userId"> {
  /** Returns exactly the top-up credits that the move with this reference took. */
  givesBack?: string;
  /** Its receipt is issued if the move is made now. */
  payment?: PaymentMade;
  /** When the move's period was paid; absent without a payment. Before the first one, the rest of a trial is kept. */
  periodPaidAt?: Date;
}

/** The changes required by a snapshot. */
export interface Changes {
  /** The account's new state, the first part of the event's receipt. */
  summary: string;
  /** In order; each is made once. */
  moves: PlannedMove[];
  /** Null if the account already has these values. */
  account: AccountFields | null;
  /** Each is sent once, by its reference. */
  mails: QueuedMail[];
  receipts: PaymentMade[];
  /** Of a payment whose receipt may be ours. */
  refunds: RefundMade[];
}

const onlySummary = (summary: string): Changes => ({
  summary,
  moves: [],
  account: null,
  mails: [],
  receipts: [],
  refunds: [],
});

/**
 * The part of a planned move that is still due, given the top-up credits of the moves made so far; null if none. A
 * monthly move discovered after a later one was made does not change the balance.
 */
export function dueMove(
  { givesBack, payment: _payment, periodPaidAt: _paidAt, ...move }: PlannedMove,
  made: ReadonlyMap<string, number>,
  isLate: boolean,
): Omit<CreditMove, "userId"> | null {
  if (made.has(move.reference)) return null;
  if (givesBack !== undefined) {
    const taken = made.get(givesBack) ?? 0;
    return taken === 0 ? null : { ...move, topup: { add: -taken } };
  }
  if (!isLate || !move.monthly) return move;
  const { monthly: _monthly, ...rest } = move;
  return { ...rest, note: `${move.note}; came after a later one, balance unchanged` };
}

/** Plan, status and monthly credits, from a customer's subscriptions and invoices. */
export function deriveSubscription(
  snapshot: SubscriptionSnapshot,
  account: Account,
  event: EventRecord | null,
): Changes {
  const { moves: allowances, plan } = deriveAllowances(snapshot);
  // Invoices of trials and vouchers have an amount of 0, which is no payment.
  const paid = snapshot.invoices.filter(({ receipt }) => receipt !== null);
  const paidAt = new Map(paid.map((invoice) => [`invoice:${invoice.id}`, invoice.paidAt]));
  const moves = allowances.map((move) => withPayment(move, paidAt.get(move.reference)));
  const receipts = snapshot.invoices.flatMap(({ id, receipt }) =>
    receipt ? [{ reference: id, topUpCredits: null, receipt }] : [],
  );
  if (!plan) return { ...onlySummary("no subscription counts"), moves, receipts };
  const fields = fieldsOf(plan, account);
  const changed = !isDeepStrictEqual({ ...account, ...fields }, account);
  return {
    summary: summaryOf(snapshot, plan),
    moves,
    account: changed ? fields : null,
    mails: mailsFor(account.userId, plan, event),
    receipts,
    refunds: [],
  };
}

function withPayment(move: AllowanceMove, paidAt: number | undefined): PlannedMove {
  const beginsPeriod = "set" in move.monthly && paidAt !== undefined;
  return beginsPeriod ? { ...move, periodPaidAt: fromSeconds(paidAt) } : move;
}

function summaryOf({ subscriptions }: SubscriptionSnapshot, { tier, subscription }: AccountPlan): string {
  const active = subscriptions.filter(({ stripeStatus }) => stripeStatus === "active").length;
  const warning = active > 1 ? `; ${active} subscriptions are active: cancel all but one` : "";
  return `${tier} ${accountStatus(subscription.stripeStatus)}${warning}`;
}

const fromSeconds = (seconds: number) => new Date(seconds * 1000);

function fieldsOf(
  { subscription, tier, creditsLimit, nextTier }: AccountPlan,
  account: Account,
): AccountFields {
  const status = accountStatus(subscription.stripeStatus) ?? "canceled";
  const { trialEndsAt } = subscription;
  return {
    tier,
    status,
    creditsLimit,
    periodEndsAt: fromSeconds(subscription.periodEndsAt),
    cancelAtPeriodEnd: subscription.cancelAtPeriodEnd && status !== "canceled",
    nextTier,
    stripeSubscriptionId: subscription.id,
    trialEndsAt:
      status === "trialing" && trialEndsAt !== null ? fromSeconds(trialEndsAt) : account.trialEndsAt,
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

/** The credits of one top-up, from its payment, refunds and disputes. */
export function deriveTopUp(snapshot: TopUpSnapshot, owner: Owner): Changes {
  const { sessionId, credits } = snapshot;
  const { userId } = owner;
  const refusal = refuseTopUp(snapshot, owner);
  if (refusal) return onlySummary(refusal);
  if (snapshot.state === "waiting") return onlySummary("the payment has not arrived yet");
  if (snapshot.state === "failed") {
    const mails = [topUpFailedMail(userId, sessionId)];
    return { ...onlySummary("the payment failed: nothing was granted"), mails };
  }
  const grant: PlannedMove = {
    kind: "topup",
    reference: `checkout:${sessionId}`,
    note: credits === 1 ? "1 credit" : `${credits} credits`,
    topup: { add: credits },
    payment: { reference: sessionId, topUpCredits: credits, receipt: snapshot.receipt },
  };
  const refunds = snapshot.reversals
    .filter(({ kind }) => kind === "refund")
    .map(({ kind: _kind, ...refund }) => ({ ...refund, payment: sessionId }));
  return { ...onlySummary(`top-up of ${credits}`), moves: [grant, ...reversalMoves(snapshot)], refunds };
}

/** Why a payment grants no credits; null if it does. */
function refuseTopUp(snapshot: TopUpSnapshot, owner: Owner): string | null {
  if (!snapshot.isTopUp) return "the session is not a top-up";
  const { currency } = offer();
  if (snapshot.currency !== currency) return `refused: paid in ${snapshot.currency}, sold in ${currency}`;
  if (!snapshot.size) return "the price is not one of ours";
  if (snapshot.customerId !== owner.customerId) return "refused: the session is another customer's";
  if (snapshot.userId !== null && snapshot.userId !== owner.userId) {
    return "refused: the session is another user's";
  }
  return null;
}

/** Moves for refunds and disputes; a failed refund or a won dispute returns exactly the credits taken. */
function reversalMoves(snapshot: TopUpSnapshot): PlannedMove[] {
  const shares = sharesOfReversals(snapshot).filter(({ credits }) => credits > 0);
  return shares.flatMap(({ reversal: { kind, id, undone }, credits }) => {
    const reference = kind === "refund" ? `reversal:${id}` : `dispute:${id}`;
    const taken: PlannedMove = {
      kind: "reversal",
      reference,
      note: "money went back",
      topup: { add: -credits },
    };
    if (!undone) return [taken];
    const note = kind === "dispute" ? "dispute won" : "refund failed";
    return [taken, { kind: "reversal", reference: `undone:${id}`, note, givesBack: reference }];
  });
}

/**
 * The credits that each refund or dispute takes back: its share of the payment, rounded on the running sum so that
 * all parts together take exactly all credits. Undone reversals do not count towards later ones.
 */
export function sharesOfReversals(
  snapshot: Pick<TopUpSnapshot, "credits" | "amountCents" | "reversals">,
): { reversal: Reversal; credits: number }[] {
  const { credits, amountCents, reversals } = snapshot;
  const share = (cents: number) =>
    amountCents === 0 ? credits : Math.min(credits, Math.round((credits * cents) / amountCents));
  let effectiveCents = 0;
  return reversals.map((reversal) => {
    const taken = share(effectiveCents + reversal.amountCents) - share(effectiveCents);
    if (!reversal.undone) effectiveCents += reversal.amountCents;
    return { reversal, credits: taken };
  });
}
