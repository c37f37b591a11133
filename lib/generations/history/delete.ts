import { recordAudit } from "../../audit/record.ts";
import { retention } from "../../contract/retention.ts";
import { columnList, columnsFor, emptyRowBytes } from "../../credits/work-columns.ts";
import { db, type Prisma, sql } from "../../db/index.ts";
import { isAfter, type RowPosition } from "../../db/pages.ts";
import { inPortions } from "../../db/portions.ts";
import { isOpen, openList, openStatuses, refundedList } from "../../db/work-status.ts";
import { env } from "../../platform/env.ts";
import { invalidParam, refusal } from "../../platform/errors.ts";
import { testSuffix } from "../../platform/ids.ts";
import { because } from "../../platform/reasons.ts";
import { releaseMasks, removeReleased } from "../../uploads/release.ts";
import { releaseStatement } from "../../uploads/results.ts";

/** Rows per statement. */
const batch = 200;
const erasure = columnList(columnsFor("erased"), ({ name, empty }) => `${name} = ${empty}`);

/** Deletes one generation of the user, with its pictures (see `deleteGenerations`). */
export async function deleteGeneration({ id }: { id: string }, { userId }: { userId: string }) {
  const row = await db().generation.findFirst({
    where: { id, userId, deletedAt: null },
    select: { status: true },
  });
  if (!row) throw refusal(because("generation_not_found"));
  // The queue still needs work that is queued or running.
  if (isOpen(row.status)) throw invalidParam("id", because("work_unfinished", { id }));
  await deleteGenerations([id], { isAudited: true });
  return { id, deleted: true } as const;
}

/**
 * Deletes finished work of the user in one transaction. Unfinished work is kept and returned in `open`; unknown ids
 * are ignored. The image host is called without waiting; the sweep retries pictures that it failed to delete.
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
 * Deletes finished work with its result, and with its upload if this was the last cut-out of it. The emptied rows
 * remain as evidence of charges and for the usage. Pictures that other work depends on (a reused result, the source
 * of another account's cut-out) are kept until that work is deleted. Returns the ids that were deleted.
 */
export async function deleteGenerations(
  ids: readonly string[],
  { keepUnusedUploads = true, waitsForHost = true, isAudited = false }: DeleteOptions = {},
): Promise<string[]> {
  const now = new Date();
  // Locks in the order of a charge, against deadlocks: first the balance, then the work.
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
  // Includes sources released earlier: this work may have been the last that depended on them.
  const removed = removeReleased(emptied.flatMap(({ publicIds }) => publicIds));
  if (waitsForHost) await removed;
  return emptied.map(({ id }) => id);
}

interface DeleteOptions {
  keepUnusedUploads?: boolean;
  waitsForHost?: boolean;
  /** For deletions that a user requests. Retention and account deletion do not log each piece of work. */
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
 * Releases all pictures of an account on the image host. Must be called before the account's rows are deleted.
 * `onProgress` is called after each portion.
 */
export async function deleteAccountPictures(
  userId: string,
  onProgress: () => Promise<void> = async () => undefined,
): Promise<void> {
  // Continues after the last row: emptied rows remain, and rereading them would slow down each further portion.
  for (let last: RowPosition | null = null; ; ) {
    const rows: RowPosition[] = await db().generation.findMany({
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
 * Deletes work older than RESULT_RETENTION_DAYS (never if that is not set), refunded work, which has no result, after
 * REFUNDED_WORK_DAYS, and work of test mode, which is free, after a few days.
 */
export async function applyRetention(): Promise<number> {
  const { RESULT_RETENTION_DAYS, REFUNDED_WORK_DAYS } = env();
  // The conditions match the indexes "generation_refunded" and "generation_by_age".
  const refunded = await removeAll(
    sql`status IN (${refundedList}) AND finished_at < ${daysAgo(REFUNDED_WORK_DAYS)}`,
  );
  const endedBefore = (days: number) => sql`status NOT IN (${openList}) AND created_at < ${daysAgo(days)}`;
  const removed = refunded + (await removeTestWork(endedBefore(retention.testWork.days)));
  if (RESULT_RETENTION_DAYS === undefined) return removed;
  return removed + (await removeAll(endedBefore(RESULT_RETENTION_DAYS)));
}

/** Selects by test account, using the index: a condition on the id's suffix alone would scan all work. */
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
