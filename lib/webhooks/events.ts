import type { Owner } from "../accounts/caller.ts";
import { db, Prisma, sql } from "../db/index.ts";
import { type Page, rowsAfter, toPage } from "../db/pages.ts";
import { refusal } from "../platform/errors.ts";
import { because } from "../platform/reasons.ts";
import { type EventRow, objectColumn, presentEvent } from "./body.ts";

export interface EventQuery extends Page {
  type?: string | undefined;
  objectId?: string | undefined;
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
}

/** One page of an account's events, newest first. */
export async function listEvents(query: EventQuery, { userId }: Owner) {
  const { limit, type, objectId, createdAfter, createdBefore } = query;
  const conditions = [sql`user_id = ${userId}`, rowsAfter(query, "evt")];
  if (type !== undefined) conditions.push(sql`type = ${type}`);
  if (objectId !== undefined) conditions.push(sql`${objectColumn} = ${objectId}`);
  if (createdAfter !== undefined) conditions.push(sql`created_at > ${createdAfter}::timestamptz`);
  if (createdBefore !== undefined) conditions.push(sql`created_at < ${createdBefore}::timestamptz`);
  const rows = await db().$queryRaw<EventRow[]>(sql`
    SELECT id, user_id AS "userId", type, data, created_at AS "createdAt" FROM webhook_event
    WHERE ${Prisma.join(conditions, " AND ")} ORDER BY created_at DESC, id DESC LIMIT ${limit + 1}`);
  const { data, nextCursor } = toPage(rows, query);
  return { data: data.map(presentEvent), nextCursor };
}

/** One event of an account. The id of another account's event is refused like an unknown id. */
export async function getEvent({ id }: { id: string }, { userId }: Owner) {
  const row = await db().webhookEvent.findFirst({ where: { id, userId } });
  if (!row) throw refusal(because("event_not_found"));
  return presentEvent(row);
}
