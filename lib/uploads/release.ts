import { db, type Prisma, sql } from "../db/index.ts";
import { openList } from "../db/work-status.ts";
import { imageHost } from "../images/index.ts";
import { limitConcurrency } from "../platform/concurrency.ts";
import { log } from "../platform/log.ts";
import { dependentWork } from "./quota.ts";
import { releaseStatement } from "./results.ts";

const removedAtOnce = 4;
const removalTimeoutMs = 20_000;
/** An interrupted removal is retried after this time. */
const claimMinutes = 5;

/**
 * Deletes released pictures from the image host, except those that a paid result of any account still depends on;
 * these are deleted with the last such result. The sweep retries failed deletions.
 */
export async function removeReleased(publicIds: readonly string[]): Promise<void> {
  const limit = limitConcurrency({ atOnce: removedAtOnce });
  await Promise.all([...new Set(publicIds)].map((publicId) => limit(() => removeOne(publicId))));
}

async function removeOne(publicId: string): Promise<void> {
  try {
    if (!(await claimRemoval(publicId))) return;
    await imageHost().destroy(publicId, AbortSignal.timeout(removalTimeoutMs));
    // The sweep deletes the masks from the host.
    await releaseMasks(sql`public_id = ${publicId}`);
    await db().hostedPicture.deleteMany({ where: { publicId, NOT: { removingAt: null } } });
  } catch (error) {
    log.warn({ publicId, err: error }, "a picture could not be removed; it is tried again");
  }
}

/** True if nothing depends on a released picture. After that, no work can use it any more (see `reserveSource`). */
async function claimRemoval(publicId: string): Promise<boolean> {
  const [, claimed] = await db().$transaction([
    db().$executeRaw(lockPicture(publicId)),
    db().$executeRaw(sql`
      UPDATE hosted_picture p SET removing_at = now()
      WHERE p.public_id = ${publicId} AND p.released_at IS NOT NULL
        AND (p.removing_at IS NULL OR p.removing_at < now() - ${claimMinutes}::int * interval '1 minute')
        AND NOT EXISTS (${dependentWork})`),
  ]);
  return claimed === 1;
}

/**
 * Ensures that the source of work that was just charged is not deleted. A concurrent removal either sees the charge
 * and keeps the source, or is detected here; then this throws before the work starts.
 */
export async function reserveSource(publicId: string): Promise<void> {
  // A separate statement: it waits for a concurrent removal's transaction, so that the next one sees the outcome.
  await db().$executeRaw(lockPicture(publicId));
  const leaving = await db().hostedPicture.count({ where: { publicId, NOT: { removingAt: null } } });
  if (leaving > 0) throw new Error(`the source ${publicId} is being removed`);
}

/** Reserves an upload that may have been released; false if it is being deleted from the image host. */
export async function reserveUpload(publicId: string): Promise<boolean> {
  const [, , leaving] = await db().$transaction([
    db().$executeRaw(lockPicture(publicId)),
    db().hostedPicture.updateMany({
      where: { publicId, removingAt: null },
      data: { releasedAt: null, unusedSince: new Date() },
    }),
    db().hostedPicture.count({ where: { publicId, NOT: { removingAt: null } } }),
  ]);
  return leaving === 0;
}

/** Deletes the matching rows of `picture_mask` and releases their masks. Returns the public ids of the masks. */
export async function releaseMasks(which: Prisma.Sql): Promise<string[]> {
  const rows = await db().$queryRaw<{ publicId: string }[]>(sql`
    WITH gone AS (DELETE FROM picture_mask WHERE ${which} RETURNING mask_public_id), released AS (
      ${releaseStatement(sql`SELECT mask_public_id AS public_id FROM gone`)}
    )
    SELECT mask_public_id AS "publicId" FROM gone`);
  return rows.map(({ publicId }) => publicId);
}

/** Has the next sweep check a picture, because something that needed it ends. */
export async function checkAgain(publicId: string, tx: Prisma.TransactionClient): Promise<void> {
  await tx.hostedPicture.updateMany({ where: { publicId }, data: { lookedAt: null } });
}

/** Condition: the sweep last checked picture `p`, and found it still needed, more than a day ago. */
export const wasLookedAtLongAgo = sql`p.looked_at < now() - interval '1 day'`;

/**
 * Public ids of released pictures that nothing depends on. Pictures that are still needed are checked again a day
 * later, so that each call reads one batch only.
 */
export async function findRemovable(limit: number): Promise<string[]> {
  const isDue = sql`
    p.released_at IS NOT NULL
    AND (p.removing_at IS NULL OR p.removing_at < now() - ${claimMinutes}::int * interval '1 minute')`;
  const rows = await db().$queryRaw<{ publicId: string }[]>(sql`
    WITH due AS (
      (SELECT public_id FROM hosted_picture p WHERE ${isDue} AND p.looked_at IS NULL
       ORDER BY p.released_at LIMIT ${limit}::int)
      UNION ALL
      (SELECT public_id FROM hosted_picture p WHERE ${isDue} AND ${wasLookedAtLongAgo}
       ORDER BY p.looked_at LIMIT ${limit}::int)
    ), judged AS (
      SELECT p.public_id, EXISTS (${dependentWork}) AS is_needed, EXISTS (
        SELECT FROM generation g
        WHERE g.status IN (${openList}) AND (g.source_public_id = p.public_id OR g.mask_public_id = p.public_id OR g.background_public_id = p.public_id)
      ) AS is_awaited
      FROM due p
    ), free AS (
      -- Open work may end at any moment and no longer need its picture, so it is judged again soon. A row that a
      -- deletion holds is left to the next sweep: waiting for it could deadlock.
      SELECT p.public_id FROM hosted_picture p JOIN judged j USING (public_id)
      WHERE j.is_needed AND NOT j.is_awaited
      FOR UPDATE OF p SKIP LOCKED
    ), looked AS (
      UPDATE hosted_picture p SET looked_at = now() FROM free WHERE p.public_id = free.public_id
    )
    SELECT public_id AS "publicId" FROM judged WHERE NOT is_needed LIMIT ${limit}::int`);
  return rows.map(({ publicId }) => publicId);
}

function lockPicture(publicId: string): Prisma.Sql {
  return sql`SELECT pg_advisory_xact_lock(hashtextextended(${`picture:${publicId}`}, 0))`;
}

/** Restarts the expiry time of the user's own upload, so that it remains until its work is in the history. */
export async function postponeExpiry(publicId: string, { userId }: { userId: string }): Promise<void> {
  await db().hostedPicture.updateMany({
    where: { publicId, userId, releasedAt: null },
    data: { unusedSince: new Date() },
  });
}
