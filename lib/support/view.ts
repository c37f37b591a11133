import { db, sql } from "../db/index.ts";
import { readOperatorAccess } from "./operators.ts";

/** Whether row `l` of `support_link` is still valid. */
export const isOpen = sql`(l.ended_at IS NULL AND l.expires_at > now())`;

/** The account that an operator sees in place of its own. */
export interface View {
  id: string;
  userId: string;
  email: string;
  name: string;
  expiresAt: Date;
}

/** An accepted view, in the session that opened it and while its user is an operator; otherwise null. */
export async function findView(
  id: string,
  { operatorId, sessionId }: { operatorId: string; sessionId: string },
): Promise<View | null> {
  const [view] = await db().$queryRaw<View[]>(sql`
    SELECT l.id, u.id AS "userId", u.email, u.name, l.expires_at AS "expiresAt"
    FROM support_link l JOIN "user" u ON u.id = l.user_id JOIN subscription s ON s.user_id = l.user_id
    WHERE l.id = ${id} AND l.operator_id = ${operatorId} AND l.session_id = ${sessionId}
      AND l.accepted_at IS NOT NULL AND ${isOpen} AND s.suspended_at IS NULL AND s.closing_at IS NULL`);
  const isOperator = view && (await readOperatorAccess(operatorId, sessionId)) === "operator";
  return isOperator ? view : null;
}
