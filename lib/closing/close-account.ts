import { removeExports } from "../account-export/exports.ts";
import { storeTrialClaim } from "../account-lifecycle/trial.ts";
import { attemptsOf, clearAttempts } from "../accounts/attempts.ts";
import { recordAudit } from "../audit/record.ts";
import { eraseAuditDetails } from "../audit/retention.ts";
import { closeBilling, forgetCustomer } from "../billing/closing.ts";
import { anonymizeReceipts } from "../billing/issue.ts";
import { moveCredits } from "../credits/move.ts";
import { refundCharges } from "../credits/resolve.ts";
import { db, sql } from "../db/index.ts";
import { deleteInPortions, inPortions } from "../db/portions.ts";
import { deleteAccountPictures } from "../generations/history/delete.ts";
import { forgetMails } from "../mail/queue.ts";
import { withTimeout } from "../platform/concurrency.ts";
import { isTestAccount, testAccountOf } from "../platform/ids.ts";
import { log } from "../platform/log.ts";

/** A deletion without progress for this long counts as interrupted. */
const abandonedMinutes = 2;
const refundedAtOnce = 500;

interface CloseOptions {
  /** Returns after this time, at the latest; the deletion then continues in this process. Unlimited when absent. */
  waitMs?: number;
}

/**
 * Deletes an account and all its data except the ledger, whose id then refers to no person. The first step disables
 * the account; external data is deleted next, the rows last. Can be repeated: `finishClosings` completes an
 * interrupted deletion. Throws, with the account unchanged, if billing cannot be ended. Failed
 * deletions of pictures on the image host are retried later.
 */
export async function closeAccount(userId: string, { waitMs }: CloseOptions = {}): Promise<void> {
  const marked = await markClosing(userId);
  if (!marked) return;
  try {
    await closeBilling(userId);
  } catch (error) {
    // A deletion that began earlier may have deleted pictures already, so it cannot be undone.
    if (marked.isNew) await unmarkClosing(userId);
    throw error;
  }
  const finished = finishClosing(userId, marked.email);
  if (waitMs === undefined) return await finished;
  const late = new Error("the deletion takes longer than its caller waits");
  await withTimeout(finished, waitMs, () => late).catch((error: unknown) => {
    if (error !== late) throw error;
    finished.catch((cause: unknown) => reportUnfinished(userId, cause));
  });
}

function reportUnfinished(userId: string, error: unknown): void {
  log.error({ userId, err: error }, "an account could not be deleted yet; it is tried again");
}

/** Completes interrupted deletions. Returns how many it tried. */
export async function finishClosings(): Promise<number> {
  const left = await db().$queryRaw<{ userId: string; email: string }[]>(sql`
    SELECT u.id AS "userId", u.email FROM subscription s JOIN "user" u ON u.id = s.user_id
    WHERE s.closing_at < now() - ${abandonedMinutes}::int * interval '1 minute'`);
  for (const { userId, email } of left) {
    try {
      await closeBilling(userId);
      await finishClosing(userId, email);
    } catch (error) {
      reportUnfinished(userId, error);
    }
  }
  return left.length;
}

/** Disables the account and records it in `closed_account`. Null if the account is already deleted. */
async function markClosing(userId: string): Promise<{ email: string; isNew: boolean } | null> {
  const [row] = await db().$queryRaw<{ email: string; isNew: boolean }[]>(sql`
    WITH held AS (
      SELECT user_id, closing_at IS NULL AS is_new FROM subscription WHERE user_id = ${userId} FOR UPDATE
    ), marked AS (
      UPDATE subscription s SET closing_at = COALESCE(s.closing_at, now()) FROM held WHERE s.user_id = held.user_id
      RETURNING s.user_id, s.stripe_customer_id, s.closing_at, held.is_new
    ), kept AS (
      INSERT INTO closed_account (user_id, stripe_customer_id, closed_at)
      SELECT user_id, stripe_customer_id, closing_at FROM marked ON CONFLICT DO NOTHING
    )
    SELECT u.email, marked.is_new AS "isNew" FROM marked JOIN "user" u ON u.id = marked.user_id`);
  return row ?? null;
}

async function unmarkClosing(userId: string): Promise<void> {
  await db().$executeRaw(sql`
    WITH unmarked AS (UPDATE subscription SET closing_at = NULL WHERE user_id = ${userId})
    DELETE FROM closed_account WHERE user_id = ${userId}`);
}

async function finishClosing(userId: string, email: string): Promise<void> {
  const testAccount = testAccountOf(userId);
  const marked = testAccount === userId ? null : await markClosing(testAccount);
  if (marked) await finishClosing(testAccount, marked.email);
  // Running work finds its row deleted and then removes its result.
  await inPortions(async (atMost) => {
    const queued = { status: "canceled", from: ["queued"], atMost } as const;
    return (await refundCharges(sql`user_id = ${userId}`, queued)).length;
  }, refundedAtOnce);
  await deleteAccountPictures(userId, () => noteProgress(userId));
  await removeExports(userId);
  await forgetCustomer(userId);
  for (const address of await addressesOf(userId, email)) await forgetMails(address);
  await deleteManyRows(userId);
  await deleteRows(userId, email);
  await eraseAuditDetails(userId);
}

/** Renews `closing_at`, so that no other process takes a long deletion for an interrupted one. */
async function noteProgress(userId: string): Promise<void> {
  await db().subscription.updateMany({ where: { userId }, data: { closingAt: new Date() } });
}

/** Deletes the rows of large tables in portions; in the final transaction they would exceed its timeout. */
async function deleteManyRows(userId: string): Promise<void> {
  const own = sql`t.user_id = ${userId}`;
  await deleteInPortions("webhook_delivery", own);
  await deleteInPortions("webhook_event", own);
  await deleteInPortions("idempotency_key", own);
  // Free work first: a concurrent audit compares it with the paid work.
  await deleteInPortions("generation", sql`${own} AND t.waived IS NOT NULL`);
  await deleteInPortions("generation", own);
  await deleteInPortions("batch", own);
}

/** Addresses that this account had and that no other account uses now. */
async function addressesOf(userId: string, email: string): Promise<string[]> {
  const rows = await db().$queryRaw<{ address: string }[]>(sql`
    SELECT DISTINCT address
    FROM email_change c CROSS JOIN LATERAL (VALUES (c.old_email), (c.new_email)) AS every (address)
    WHERE c.user_id = ${userId}
      AND NOT EXISTS (SELECT FROM "user" u WHERE u.email = address AND u.id <> ${userId})`);
  return [email, ...rows.map(({ address }) => address).filter((address) => address !== email)];
}

async function deleteRows(userId: string, email: string): Promise<void> {
  await db().$transaction(async (tx) => {
    const [balance] = await tx.$queryRaw<{ topup: number }[]>(sql`
      SELECT topup FROM balance WHERE user_id = ${userId} FOR UPDATE`);
    if (!balance) return;
    await moveCredits(
      {
        userId,
        kind: "expiry",
        reference: `account-closed:${userId}`,
        note: "account deleted",
        monthly: { set: 0 },
        topup: { add: -balance.topup },
      },
      tx,
    );
    await storeTrialClaim(userId, email, tx);
    await clearAttempts(attemptsOf({ id: userId, email }), tx);
    await tx.verification.deleteMany({ where: { value: userId } });
    await tx.outgoingMail.deleteMany({ where: { recipient: email } });
    await tx.$executeRaw(sql`DELETE FROM rate_limit WHERE user_id = ${userId}`);
    if (!isTestAccount(userId)) await recordAudit({ accountId: userId, action: "account.deleted" }, tx);
    await anonymizeReceipts(tx, userId);
    await tx.user.delete({ where: { id: userId } });
  });
}
