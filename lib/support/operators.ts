import { recordAudit } from "../audit/record.ts";
import { db, type Prisma, sql } from "../db/index.ts";
import { isTestAccount } from "../platform/ids.ts";
import type { Actor } from "../platform/requests.ts";

/** A signed-in user's access to the support desk. */
export type OperatorAccess = "operator" | "without_second_step" | "stranger";

/**
 * Checked for each page and action. An operator needs an open account and a session that began with the second step:
 * not one from before the step was turned on, nor one through Google or GitHub, which skip it. The company's identity
 * provider (`oidc`) asks for its own: an account that nothing else opens needs no second step here.
 */
export async function readOperatorAccess(userId: string, sessionId: string): Promise<OperatorAccess> {
  if (isTestAccount(userId)) return "stranger";
  const [row] = await db().$queryRaw<{ hasSecondStep: boolean }[]>(sql`
    SELECT e.id IS NOT NULL
             AND NOT EXISTS (SELECT FROM account a WHERE a.user_id = u.id AND a.provider_id NOT IN ('credential', 'oidc'))
             AND (u.two_factor_enabled AND t.verified AND t.created_at <= e.created_at IS TRUE
               OR (SELECT bool_and(a.provider_id = 'oidc') FROM account a WHERE a.user_id = u.id) IS TRUE)
             AS "hasSecondStep"
    FROM "user" u JOIN subscription s ON s.user_id = u.id
      LEFT JOIN session e ON e.user_id = u.id AND e.id = ${sessionId} AND e.expires_at > now()
      LEFT JOIN two_factor t ON t.user_id = u.id
    WHERE u.id = ${userId} AND u.is_operator AND s.suspended_at IS NULL AND s.closing_at IS NULL`);
  if (!row) return "stranger";
  return row.hasSecondStep ? "operator" : "without_second_step";
}

/** Whether the account menu links to the support desk. */
export async function isMarkedOperator(userId: string): Promise<boolean> {
  return (await db().user.count({ where: { id: userId, isOperator: true } })) > 0;
}

/** Command line only. False if nothing changed. */
export async function setOperator(userId: string, isOperator: boolean): Promise<boolean> {
  if (isTestAccount(userId)) throw new Error("a test account cannot be an operator");
  return await db().$transaction((tx) => mark(userId, isOperator, tx));
}

/** The same at a company sign-in, by OIDC_OPERATOR_CLAIM. */
export async function setOperatorByClaim(
  userId: string,
  isOperator: boolean,
  tx: Prisma.TransactionClient,
): Promise<void> {
  await mark(userId, isOperator, tx, { type: "system", id: null, name: "OIDC_OPERATOR_CLAIM" });
}

async function mark(userId: string, isOperator: boolean, tx: Prisma.TransactionClient, actor?: Actor) {
  const where = { id: userId, isOperator: !isOperator };
  const { count } = await tx.user.updateMany({ where, data: { isOperator } });
  const action = isOperator ? "operator.added" : "operator.removed";
  if (count > 0) await recordAudit({ accountId: userId, action, ...(actor && { actor }) }, tx);
  return count > 0;
}

export async function listOperators() {
  return await db().user.findMany({
    where: { isOperator: true },
    orderBy: { email: "asc" },
    select: { id: true, email: true, twoFactorEnabled: true },
  });
}
