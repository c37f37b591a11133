import { recordAudit } from "../audit/record.ts";
import type { AuditAction } from "../contract/audit/actions.ts";
import { db, type Prisma, type Queryable, sql } from "../db/index.ts";
import { queueLinkMail } from "../mail/support-link.ts";
import { refusal } from "../platform/errors.ts";
import { isTestAccount, newId } from "../platform/ids.ts";
import { because } from "../platform/reasons.ts";
import { getRequest } from "../platform/requests.ts";
import { isOpen } from "./view.ts";

/** How long a customer may take to answer, and how long the view then lasts. */
const answerHours = 24;
export const viewMinutes = 60;
const hourMs = 60 * 60 * 1000;

interface Asked {
  userId: string;
  operatorId: string;
  reason: string;
}

/** Asks a customer, by mail and on every page, to let an operator see the account. Returns the request's id. */
export async function askForView({ userId, operatorId, reason }: Asked): Promise<string> {
  const id = newId("sup");
  await db().$transaction(async (tx) => {
    const [found] = await tx.$queryRaw<{ operator: string }[]>(sql`
      SELECT o.email AS operator FROM subscription s, "user" o
      WHERE s.user_id = ${userId} AND s.suspended_at IS NULL AND s.closing_at IS NULL
        AND o.id = ${operatorId} AND o.is_operator`);
    if (!found || userId === operatorId || isTestAccount(userId)) throw refusal(because("view_not_possible"));
    // A newer request replaces an open one.
    const open = { userId, operatorId, endedAt: null };
    await tx.supportLink.updateMany({ where: open, data: { endedAt: new Date() } });
    const expiresAt = new Date(Date.now() + answerHours * hourMs);
    await tx.supportLink.create({ data: { id, userId, operatorId, reason, expiresAt } });
    await queueLinkMail({ id, userId, operator: found.operator, reason, expiresAt }, tx);
    await recordLink({ id, userId, operatorId }, "support.asked", tx, { reason });
  });
  return id;
}

export interface OpenLink {
  id: string;
  operator: string;
  reason: string;
  isAccepted: boolean;
  expiresAt: Date;
}

/** Requests awaiting the account's owner, and open views. */
export async function listLinks(userId: string): Promise<OpenLink[]> {
  return await db().$queryRaw<OpenLink[]>(sql`
    SELECT l.id, o.email AS operator, l.reason, l.accepted_at IS NOT NULL AS "isAccepted", l.expires_at AS "expiresAt"
    FROM support_link l JOIN "user" o ON o.id = l.operator_id
    WHERE l.user_id = ${userId} AND ${isOpen} ORDER BY l.created_at LIMIT 5`);
}

/** This operator's open request or view of an account, or null. */
export async function findLinkOf(operatorId: string, userId: string): Promise<OpenLink | null> {
  const [row] = await db().$queryRaw<OpenLink[]>(sql`
    SELECT l.id, '' AS operator, l.reason, l.accepted_at IS NOT NULL AS "isAccepted", l.expires_at AS "expiresAt"
    FROM support_link l
    WHERE l.user_id = ${userId} AND l.operator_id = ${operatorId} AND ${isOpen} ORDER BY l.created_at DESC LIMIT 1`);
  return row ?? null;
}

/** Accepts a request: the view opens. Throws ApiError invalid_params if the request has expired. */
export async function acceptLink(id: string, userId: string): Promise<void> {
  const opened = sql`accepted_at = now(), expires_at = now() + ${viewMinutes}::int * interval '1 minute'`;
  const isAccepted = await change(id, "support.accepted", {
    set: opened,
    where: sql`l.user_id = ${userId} AND l.accepted_at IS NULL`,
  });
  if (!isAccepted) throw refusal(because("view_over"));
}

/** Binds an accepted view to one session of its operator; other sessions cannot use it. */
export async function openView(id: string, by: { operatorId: string; sessionId: string }): Promise<void> {
  const isOpened = await change(id, "support.opened", {
    set: sql`session_id = ${by.sessionId}`,
    where: sql`l.operator_id = ${by.operatorId} AND l.accepted_at IS NOT NULL`,
  });
  if (!isOpened) throw refusal(because("view_over"));
}

/** Declines a request or ends a view, by owner, operator, or command line (null). False if it had ended. */
export function endLink(id: string, by: string | null): Promise<boolean> {
  const where = sql`(${by}::text IS NULL OR ${by} IN (l.user_id, l.operator_id))`;
  return change(id, "support.ended", { set: sql`ended_at = now()`, where });
}

/** Changes an open request or view, and records it; false if there is none. */
async function change(id: string, action: AuditAction, { set, where }: Record<"set" | "where", Prisma.Sql>) {
  return await db().$transaction(async (tx) => {
    const [link] = await tx.$queryRaw<Link[]>(sql`
      UPDATE support_link l SET ${set} WHERE l.id = ${id} AND ${where} AND ${isOpen}
      RETURNING l.id, l.user_id AS "userId", l.operator_id AS "operatorId"`);
    if (link) await recordLink(link, action, tx);
    return link !== undefined;
  });
}

/** Ends all requests and views of an account, as part of securing it. */
export async function endLinksOf(userId: string, tx: Queryable): Promise<void> {
  await tx.$executeRaw(
    sql`UPDATE support_link l SET ended_at = now() WHERE l.user_id = ${userId} AND ${isOpen}`,
  );
}

type Link = Record<"id" | "userId" | "operatorId", string>;

/** Recorded in both accounts' logs; the operator's outlives the customer's, so it omits the customer's name. */
async function recordLink(
  { id, userId, operatorId }: Link,
  action: AuditAction,
  tx: Queryable,
  after: Record<string, unknown> = {},
): Promise<void> {
  const object = { type: "support_link", id } as const;
  const by = getRequest()?.actor;
  const actor = by?.id === userId ? { ...by, name: userId } : undefined;
  await recordAudit(
    [
      { accountId: userId, action, object, after },
      { accountId: operatorId, action, object, ...(actor && { actor }) },
    ],
    tx,
  );
}
