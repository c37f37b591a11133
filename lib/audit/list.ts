import {
  type AuditAction,
  type AuditActorType,
  type AuditObjectType,
  auditActorTypes,
} from "../contract/audit/actions.ts";
import type { AuditEvent } from "../db/generated/client.ts";
import { db, Prisma, sql } from "../db/index.ts";
import { newestOf, type Page, rowsAfter, toPage } from "../db/pages.ts";
import { isTestAccount } from "../platform/ids.ts";
import type { AuditDetails } from "./record.ts";

export interface AuditQuery extends Page {
  /** Id or type of the actor. */
  actor?: string | undefined;
  actions?: readonly AuditAction[] | undefined;
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
}

/** Returns one page of the audit log of these accounts, newest first. */
export async function readAuditEvents(accountIds: readonly string[], query: AuditQuery) {
  const { limit, actor, actions, createdAfter, createdBefore } = query;
  const conditions = [rowsAfter(query, "aud")];
  if (actor !== undefined) {
    const isType = auditActorTypes.some((type) => type === actor);
    conditions.push(isType ? sql`actor_type = ${actor}` : sql`actor_id = ${actor}`);
  }
  if (actions !== undefined) conditions.push(sql`action = ANY(${[...actions]})`);
  if (createdAfter !== undefined) conditions.push(sql`created_at > ${createdAfter}::timestamptz`);
  if (createdBefore !== undefined) conditions.push(sql`created_at < ${createdBefore}::timestamptz`);
  const rows = await newestOf(accountIds, limit + 1, (accountId) =>
    db().$queryRaw<AuditEvent[]>(sql`
    SELECT id, account_id AS "accountId", created_at AS "createdAt", action, actor_type AS "actorType",
           actor_id AS "actorId", object_type AS "objectType", object_id AS "objectId", details
    FROM audit_event WHERE account_id = ${accountId} AND ${Prisma.join(conditions, " AND ")}
    ORDER BY created_at DESC, id DESC LIMIT ${limit + 1}`),
  );
  const { data, nextCursor } = toPage(rows, query);
  return { data: data.map(presentAuditEvent), nextCursor };
}

/** As `readAuditEvents`, for the account of an API key: the key sees only events of its own mode, test or live. */
export async function listAuditEvents(
  { action, ...query }: Omit<AuditQuery, "actions"> & { action?: AuditAction | undefined },
  { userId }: { userId: string },
) {
  return await readAuditEvents([userId], { ...query, ...(action && { actions: [action] }) });
}

export type AuditEventInfo = ReturnType<typeof presentAuditEvent>;

/** An event as the API returns it. Relies on `recordAudit` writing only values of the contract. */
export function presentAuditEvent(row: AuditEvent) {
  const { id, accountId, createdAt, actorType, actorId, objectType, objectId, details } = row;
  const known: Partial<AuditDetails> = details === null ? {} : JSON.parse(details);
  return {
    id,
    at: createdAt,
    actor: { type: actorType as AuditActorType, id: actorId, name: known.actorName ?? null },
    action: row.action as AuditAction,
    object: { type: objectType as AuditObjectType, id: objectId },
    address: known.address ?? null,
    before: (known.before ?? null) as Record<string, unknown> | null,
    after: (known.after ?? null) as Record<string, unknown> | null,
    livemode: !isTestAccount(accountId),
  };
}
