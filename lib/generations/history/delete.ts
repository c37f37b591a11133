import { recordAudit } from "../../audit/record.ts";
import { retention } from "../../contract/retention.ts";
import { columnList, columnsFor, emptyRowBytes } from "../../credits/work-columns.ts";
import { db, type Prisma, sql } from "../../db/index.ts";
import { isAfter, type Place } from "../../db/pages.ts";
import { inPortions } from "../../db/portions.ts";
import { isOpen, openList, openStatuses, refundedList } from "../../db/work-status.ts";
import { env } from "../../platform/env.ts";
import { invalidParam, refusal } from "../../platform/errors.ts";
import { testSuffix } from "../../platform/ids.ts";
import { because } from "../../platform/reasons.ts";
import { releaseMasks, removeReleased } from "../../uploads/release.ts";
import { releaseStatement } from "../../uploads/results.ts";

/** Rows that one statement empties. */
const batch = 200;
const erasure = columnList(columnsFor("erased"), ({ name, empty }) => `${name} = ${empty}`);

/** Deletes one generation of its owner, with its pictures (see `deleteGenerations`). */
export async function deleteGeneration({ id }: { id: string }, { userId }: { userId: string }) {
  const row = await db().generation.findFirst({
    where: { id, userId, deletedAt: null },
    select: { status: true },
  });
  if (!row) throw refusal(because("generation_not_found"));
  // Work that waits or is being made belongs to the queue.
  if (isOpen(row.status)) throw invalidParam("id", because("work_unfinished", { id }));
  await deleteGenerations([id], { isAudited: true });
  return { id, deleted: true } as const;
}

/**
 * Deletes finished work of its owner, all of it at once or none. What is still being made stays and is named; other ids
 * say nothing. The image host is called afterwards: what it misses is taken up by the sweep.
 */
export async function deleteChosen({ ids }: { ids: readonly string[] }, { userId }: { userId: string }) {
  const where = { id: { in: [...ids] }, userId, deletedAt: null };
  const rows = await db().generation.findMany({ where, select: { id: true, status: true } });
  const { open = [], ended = [] } = Object.groupBy(rows, ({ status }) => (isOpen(status) ? "open" : "ended"));
  const deleted = await deleteGenerations(
    ended.map(({ id }) => id),
    { waitsForHost: false, isAudited: true },
  );
  return { deleted, open: open.map(({ id }) => id) };
}

/**
 * Takes finished work out of the history, with its result, and with its own upload when that was the last cut-out of
 * it. The emptied rows stay: they prove the charges and count in the usage. A picture that other work is based on, a result
 * that was taken again or the source of another account's cut-out, stays until that is gone too. Returns the ids that were there to remove.
 */
export async function deleteGenerations(
  ids: readonly string[],
  { keepUnusedUploads = true, waitsForHost = true, isAudited = false }: DeleteOptions = {},
): Promise<string[]> {
  const now = new Date();
  // As a charge does: first the balance, then the work.
  const held = sql`
    SELECT FROM balance WHERE user_id IN (SELECT user_id FROM generation WHERE id = ANY(${[...ids]}))
    ORDER BY user_id FOR UPDATE`;
  const statement = sql`
    WITH found AS (
      SELECT id, user_id, operation, result_public_id, source_public_id, background_public_id, stored_bytes
      FROM generation
      WHERE id = ANY(${[...ids]}) AND deleted_at IS NULL AND status NOT IN (${openList})
      ORDER BY id FOR UPDATE
    ), emptied AS (
      UPDATE generation g
      SET deleted_at = ${now}, ${erasure}, stored_bytes = LEAST(g.stored_bytes, ${emptyRowBytes}::int)
      FROM found WHERE g.id = found.id
      RETURNING found.*
    ), freed AS (
      UPDATE balance b SET stored_bytes = GREATEST(b.stored_bytes - e.bytes, 0)
      FROM (SELECT user_id, sum(GREATEST(stored_bytes - ${emptyRowBytes}::int, 0)) AS bytes FROM emptied GROUP BY user_id) e
      WHERE b.user_id = e.user_id AND e.bytes > 0
    ), let_go AS (
      SELECT result_public_id AS public_id FROM emptied WHERE result_public_id IS NOT NULL
      UNION
      SELECT e.source_public_id FROM emptied e
      WHERE e.operation = 'remove_bg' AND e.source_public_id LIKE 'inputs/%'
        AND split_part(e.source_public_id, '/', 2) = e.user_id
        AND NOT EXISTS (
          SELECT FROM generation other
          WHERE e.source_public_id IN (other.source_public_id, other.background_public_id) AND other.user_id = e.user_id
            AND other.deleted_at IS NULL AND other.id NOT IN (SELECT id FROM emptied))
    ), released AS (
      ${releaseStatement(sql`SELECT public_id FROM let_go`)}
    ), unused AS (
      -- The sweep looks at it anew: what it found before may have been just this work.
      UPDATE hosted_picture p
      SET unused_since = CASE WHEN ${keepUnusedUploads} THEN ${now} ELSE p.unused_since END, looked_at = NULL
      FROM emptied e
      WHERE p.public_id IN (e.source_public_id, e.background_public_id)
        AND p.public_id NOT IN (SELECT public_id FROM let_go)
    )
    SELECT id, user_id AS "userId", operation, array_remove(ARRAY[result_public_id, source_public_id, background_public_id], NULL) AS "publicIds"
    FROM emptied`;
  const emptied = await db().$transaction(async (tx) => {
    await tx.$executeRaw(held);
    const rows = await tx.$queryRaw<Emptied[]>(statement);
    if (isAudited) await recordAudit(rows.map(toAuditEntry), tx);
    return rows;
  });
  // A source that was let go of before may have waited for just this work.
  const removed = removeReleased(emptied.flatMap(({ publicIds }) => publicIds));
  if (waitsForHost) await removed;
  return emptied.map(({ id }) => id);
}

interface DeleteOptions {
  keepUnusedUploads?: boolean;
  waitsForHost?: boolean;
  /** Somebody wants it gone. What goes because its time is over, or with its account, is not logged piece by piece. */
  isAudited?: boolean;
}

const toAuditEntry = ({ id, userId, operation }: Emptied) => ({
  accountId: userId,
  action: "work.deleted" as const,
  object: { type: "generation" as const, id },
  before: { operation },
});

interface Emptied {
  id: string;
  userId: string;
  operation: string;
  publicIds: string[];
}

/**
 * Lets go of everything that an account has on the image host; to be called before its rows are deleted. `onProgress`
 * is called after each portion.
 */
export async function deleteAccountPictures(
  userId: string,
  onProgress: () => Promise<void> = async () => undefined,
): Promise<void> {
  // From one to the next: what was emptied stays where it is, and to pass it over each time would take ever longer.
  for (let last: Place | null = null; ; ) {
    const rows: Place[] = await db().generation.findMany({
      where: { userId, deletedAt: null, status: { notIn: [...openStatuses] }, ...(last && isAfter(last)) },
      select: { id: true, createdAt: true },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: batch,
    });
    last = rows.at(-1) ?? null;
    if (last === null) break;
    await deleteGenerations(rows.map(({ id }) => id));
    await onProgress();
  }
  await removeReleased(await releaseMasks(sql`user_id = ${userId}`));
  await inPortions(async (rows) => {
    const uploads = await db().hostedPicture.updateManyAndReturn({
      where: { userId, releasedAt: null },
      data: { releasedAt: new Date() },
      select: { publicId: true },
      limit: rows,
    });
    await removeReleased(uploads.map(({ publicId }) => publicId));
    await onProgress();
    return uploads.length;
  }, batch);
}

/**
 * Removes work older than the operator keeps it (RESULT_RETENTION_DAYS; for ever where that is not set), refunded work
 * after REFUNDED_WORK_DAYS, for it has no result, and work of test mode, which nobody pays for, after a few days.
 */
export async function applyRetention(): Promise<number> {
  const { RESULT_RETENTION_DAYS, REFUNDED_WORK_DAYS } = env();
  // As the indexes "generation_refunded" and "generation_by_age" have it.
  const refunded = await removeAll(
    sql`status IN (${refundedList}) AND finished_at < ${daysAgo(REFUNDED_WORK_DAYS)}`,
  );
  const endedBefore = (days: number) => sql`status NOT IN (${openList}) AND created_at < ${daysAgo(days)}`;
  const removed = refunded + (await removeTestWork(endedBefore(retention.testWork.days)));
  if (RESULT_RETENTION_DAYS === undefined) return removed;
  return removed + (await removeAll(endedBefore(RESULT_RETENTION_DAYS)));
}

/** By their accounts, which are few, and the index of each: the end of an id alone would read all work. */
async function removeTestWork(which: Prisma.Sql): Promise<number> {
  const accounts = await db().$queryRaw<{ id: string }[]>(sql`
    SELECT id FROM "user" WHERE right(id, ${testSuffix.length}::int) = ${testSuffix}`);
  let removed = 0;
  for (let from = 0; from < accounts.length; from += batch) {
    const ids = accounts.slice(from, from + batch).map(({ id }) => id);
    removed += await removeAll(sql`user_id = ANY(${ids}) AND ${which}`);
  }
  return removed;
}

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000);

async function removeAll(which: Prisma.Sql): Promise<number> {
  for (let removed = 0; ; ) {
    const rows = await db().$queryRaw<{ id: string }[]>(sql`
      SELECT id FROM generation WHERE deleted_at IS NULL AND ${which} LIMIT ${batch}::int`);
    if (rows.length === 0) return removed;
    const ids = rows.map(({ id }) => id);
    removed += (await deleteGenerations(ids, { keepUnusedUploads: false })).length;
  }
}
