import { differenceOf, recordAudit } from "../audit/record.ts";
import { moveCredits } from "../credits/move.ts";
import { db, type Queryable, sql } from "../db/index.ts";
import { queueMail } from "../mail/queue.ts";
import { noticeSubscription } from "../webhooks/account-events.ts";
import { issueCreditNotes, type RefundMade } from "./credit-notes.ts";
import { type Account, type Changes, dueMove, type PlannedMove } from "./derive.ts";
import { type EventRecord, recordEvent } from "./event-log.ts";
import { issueReceipts, type PaymentMade } from "./issue.ts";
import { receiptMail } from "./mails.ts";
import { moveTrialCredits } from "./trial-credits.ts";

class AccountMoved extends Error {}
class EventIsKnown extends Error {}

export async function readAccount(userId: string): Promise<Account> {
  const [row] = await db().$queryRaw<Account[]>(sql`
    SELECT user_id AS "userId", stripe_version AS version, tier::text, status::text,
           credits_limit AS "creditsLimit", trial_ends_at AS "trialEndsAt", period_ends_at AS "periodEndsAt",
           cancel_at_period_end AS "cancelAtPeriodEnd", next_tier::text AS "nextTier",
           stripe_subscription_id AS "stripeSubscriptionId"
    FROM subscription WHERE user_id = ${userId}`);
  if (!row) throw new Error(`User ${userId} has no subscription row`);
  return row;
}

/**
 * Writes the changes and the event's row in one transaction. Writes nothing and returns `stale` if the account was
 * written since it was read, or a receipt of null if the event is already recorded.
 */
export async function applyChanges(
  account: Account,
  changes: Changes,
  event: EventRecord | null,
): Promise<"stale" | { receipt: string | null }> {
  try {
    const receipt = await db().$transaction(async (tx) => {
      await claimVersion(tx, account);
      const { lines: moves, payments } = await makeMoves(tx, account.userId, changes.moves);
      if (changes.account) {
        await tx.subscription.updateMany({ where: { userId: account.userId }, data: changes.account });
        await noticeSubscription(account.userId, `stripe:${account.version}`, tx);
        await auditPlan(account, changes.account, tx);
      }
      for (const mail of changes.mails) await queueMail(mail, tx);
      await queueReceipts(tx, account.userId, [...changes.receipts.filter(isRecent), ...payments]);
      await issueCreditNotes(tx, account.userId, changes.refunds.filter(isRecentRefund));
      const text = [changes.summary, ...moves].filter((part) => part !== "").join("; ");
      if (event && !(await recordEvent(event, text, tx))) throw new EventIsKnown();
      return text;
    });
    return { receipt };
  } catch (error) {
    if (error instanceof EventIsKnown) return { receipt: null };
    if (error instanceof AccountMoved) return "stale";
    throw error;
  }
}

const audited = ["tier", "status", "creditsLimit", "cancelAtPeriodEnd", "nextTier"] as const;

/** Logs the fields of `audited` only: the end of the period and Stripe's own status change all the time. */
async function auditPlan(
  account: Account,
  written: NonNullable<Changes["account"]>,
  tx: Queryable,
): Promise<void> {
  const difference = differenceOf(account, { ...account, ...written }, audited);
  const actor = { type: "system", id: null, name: "billing" } as const;
  if (!difference) return;
  await recordAudit({ accountId: account.userId, action: "plan.changed", actor, ...difference }, tx);
}

/** Locks the account until the transaction ends, provided that its version is still the one read. */
async function claimVersion(tx: Queryable, { userId, version }: Account): Promise<void> {
  const claimed = await tx.$executeRaw(sql`
    UPDATE subscription SET stripe_version = stripe_version + 1
    WHERE user_id = ${userId} AND stripe_version = ${version}`);
  if (claimed === 0) throw new AccountMoved();
}

/** Longer than Stripe retries an event: no receipts are issued for older invoices and refunds. */
const receiptMaxAgeSeconds = 35 * 24 * 60 * 60;
const isNew = (atSeconds: number) => atSeconds > Date.now() / 1000 - receiptMaxAgeSeconds;
const isRecent = ({ receipt }: PaymentMade) => isNew(receipt.paidAt);
const isRecentRefund = ({ createdAt }: RefundMade) => isNew(createdAt);

/** Issues and mails the receipts of payments without one, once per payment for the lifetime of the account. */
async function queueReceipts(tx: Queryable, userId: string, payments: PaymentMade[]): Promise<void> {
  for (const issued of await issueReceipts(tx, userId, payments))
    await queueMail(receiptMail(userId, issued), tx);
}

/** Makes the missing moves in order; returns a line of the event's receipt for each, and what they were paid with. */
async function makeMoves(
  tx: Queryable,
  userId: string,
  planned: PlannedMove[],
): Promise<{ lines: string[]; payments: PaymentMade[] }> {
  const made = await readMade(tx, planned);
  const newest = planned.findLastIndex(({ reference }) => made.has(reference));
  const lines: string[] = [];
  const payments: PaymentMade[] = [];
  for (const [index, plannedMove] of planned.entries()) {
    const move = dueMove(plannedMove, made, index < newest);
    const paidAt = plannedMove.periodPaidAt;
    const kept = move && paidAt ? await moveTrialCredits(tx, { userId, paidAt }) : 0;
    if (kept > 0) lines.push(`${kept} left from the trial kept as top-up`);
    const result = move && (await moveCredits({ ...move, userId }, tx));
    if (!result) continue;
    const { monthly, topup, shortfall } = result;
    made.set(move.reference, (move.topup?.add ?? 0) + shortfall);
    const missing = shortfall > 0 ? `, ${shortfall} were spent already` : "";
    lines.push(`${move.reference}: ${monthly} monthly + ${topup} top-up${missing}`);
    if (plannedMove.payment) payments.push(plannedMove.payment);
  }
  return { lines, payments };
}

/** The moves made before, each with the top-up credits that it moved. */
async function readMade(tx: Queryable, moves: PlannedMove[]): Promise<Map<string, number>> {
  const references = moves.map(({ reference }) => reference);
  const rows = await tx.$queryRaw<{ reference: string; topupDelta: number }[]>(sql`
    SELECT reference, topup_delta AS "topupDelta" FROM ledger_entry WHERE reference = ANY(${references})`);
  return new Map(rows.map(({ reference, topupDelta }) => [reference, topupDelta]));
}
