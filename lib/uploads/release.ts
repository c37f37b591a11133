import { db, type Prisma, sql } from "../db/index.ts";
import { openList } from "../db/work-status.ts";
import { imageHost } from "../images/index.ts";
import { getStandby } from "../installation/standby.ts";
import { limitConcurrency } from "../platform/concurrency.ts";
import { log } from "../platform/log.ts";
import { dependentWork } from "./quota.ts";
import { releaseStatement } from "./results.ts";

const removedAtOnce = 4;
const removalTimeoutMs = 20_000;
/** A removal that broke off is tried again after this. */
const claimMinutes = 5;

/**
 * Deletes released pictures from the image host, except those that a paid result of any account still depends
 * on: they go with the last such result. What the host fails to do is tried again by the sweep.
 */
export async function removeReleased(publicIds: readonly string[]): Promise<void> {
  // A hosted image host has the original's pictures: the sweep removes these when this is no copy any more.
  if (await getStandby()) return;
  const limit = limitConcurrency({ atOnce: removedAtOnce });
  await Promise.all([...new Set(publicIds)].map((publicId) => limit(() => removeOne(publicId))));
}

async function removeOne(publicId: string): Promise<void> {
  try {
    if (!(await claimRemoval(publicId))) return;
    await imageHost().destroy(publicId, AbortSignal.timeout(removalTimeoutMs));
    // The sweep takes the masks off the host.
    await releaseMasks(sql`public_id = ${publicId}`);
    await db().hostedPicture.deleteMany({ where: { publicId, NOT: { removingAt: null } } });
  } catch (error) {
    log.warn({ publicId, err: error }, "a picture could not be removed; it is tried again");
  }
}

/** True when nothing depends on a released picture: from then on nothing can (see `holdSource`). */
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
 * Makes sure that work which was just charged keeps its source. Whoever wants to remove the source either saw
 * the charge and leaves it, or is seen here: then this throws, before anything is made.
 */
export async function holdSource(publicId: string): Promise<void> {
  // A statement of its own: it waits for a removal that is being decided, the next one sees the decision.
  await db().$executeRaw(lockPicture(publicId));
  const leaving = await db().hostedPicture.count({ where: { publicId, NOT: { removingAt: null } } });
  if (leaving > 0) throw new Error(`the source ${publicId} is being removed`);
}

/** Keeps an upload that may have been let go of; false when somebody is taking it off the image host. */
export async function holdUpload(publicId: string): Promise<boolean> {
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

/** Forgets the kept masks that meet a condition on `picture_mask` and lets go of them; answers their public ids. */
export async function releaseMasks(which: Prisma.Sql): Promise<string[]> {
  const rows = await db().$queryRaw<{ publicId: string }[]>(sql`
    WITH gone AS (DELETE FROM picture_mask WHERE ${which} RETURNING mask_public_id), released AS (
      ${releaseStatement(sql`SELECT mask_public_id AS public_id FROM gone`)}
    )
    SELECT mask_public_id AS "publicId" FROM gone`);
  return rows.map(({ publicId }) => publicId);
}

/** Whether the sweep has not looked at a picture `p` for a day, and found then that something needs it. */
export const wasLookedAtLongAgo = sql`p.looked_at < now() - interval '1 day'`;

/**
 * Public ids of released pictures that nothing depends on, a batch at a time. Those that something depends on are looked
 * at again a day later: however many there are, each call reads one batch.
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

/** Keeps an upload of the user's own like one that was just uploaded: until the work that needs it is in the history. */
export async function postponeExpiry(publicId: string, { userId }: { userId: string }): Promise<void> {
  await db().hostedPicture.updateMany({
    where: { publicId, userId, releasedAt: null },
    data: { unusedSince: new Date() },
  });
}
