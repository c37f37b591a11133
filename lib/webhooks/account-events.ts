import { type AccountRow, accountColumns, readCredits, toAccountState } from "../accounts/state.ts";
import { lowCreditsShare } from "../contract/webhooks/events.ts";
import { db, type Queryable, sql } from "../db/index.ts";
import { getKey, presentKey } from "../keys/read.ts";
import { emitEvent } from "./emit.ts";

/** Emits a change of an account's plan, status or limit, in the transaction of the change. */
export async function noticeSubscription(userId: string, change: string, on: Queryable): Promise<void> {
  const account = await readAccount(userId, on);
  if (!account) return;
  const reference = `subscription.updated:${userId}:${change}`;
  const data = await readCredits(undefined, { account });
  await emitEvent({ userId, type: "subscription.updated", reference, data }, on);
}

/** Emits, once per billing period, that few of the plan's monthly credits remain. */
export async function noticeLowCredits(userId: string): Promise<void> {
  const account = await readAccount(userId, db());
  if (!account || account.total >= lowCreditsShare * account.creditsLimit) return;
  const reference = `credits.low:${userId}:${account.period}`;
  // Called for every piece of work, so the usual case, an already emitted event, must be cheap.
  if (await db().webhookEvent.findUnique({ where: { reference }, select: { id: true } })) return;
  const data = await readCredits(undefined, { account });
  await emitEvent({ userId, type: "credits.low", reference, data });
}

/** Emits, once per calendar month, that a key has spent its limit or tried to spend more. */
export async function noticeKeyBudget(userId: string, keyId: string): Promise<void> {
  const key = await getKey(userId, keyId);
  if (!key) return;
  const month = new Date().toISOString().slice(0, "2026-11".length);
  const reference = `key.budget_reached:${keyId}:${month}`;
  await emitEvent({ userId, type: "key.budget_reached", reference, data: presentKey(key) });
}

async function readAccount(userId: string, on: Queryable) {
  const [row] = await on.$queryRaw<(AccountRow & { period: number })[]>(sql`
    SELECT ${accountColumns}, b.period FROM subscription s JOIN balance b ON b.user_id = s.user_id
    WHERE s.user_id = ${userId}`);
  return row ? toAccountState(row) : null;
}
