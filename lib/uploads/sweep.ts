import { retention } from "../contract/retention.ts";
import { db, sql } from "../db/index.ts";
import { imageHost } from "../images/index.ts";
import { env } from "../platform/env.ts";
import { dependentWork } from "./quota.ts";
import { findRemovable, removeReleased, wasLookedAtLongAgo } from "./release.ts";

/** Limit of pictures per statement, and of removals per sweep; the next sweep continues. */
const batch = 500;
/** Limit of batches per sweep. Uploads in use are checked again once a day. */
const portionsOfSweep = 20;

/** Deletes expired uploads and released pictures. Idempotent, and safe to run in several processes at once. */
export async function sweepPictures(): Promise<void> {
  await expireUploads();
  await removeReleased(await findRemovable(batch));
  await imageHost().sweep();
}

/** Releases expired uploads and those of deleted accounts. */
export async function expireUploads(): Promise<void> {
  const { RESULT_RETENTION_DAYS } = env();
  const lifeDays = Math.min(
    retention.unusedUploads.days,
    RESULT_RETENTION_DAYS ?? retention.unusedUploads.days,
  );
  for (let portion = 0; portion < portionsOfSweep; portion += 1) {
    if ((await judgeUploads(lifeDays)) === 0) break;
  }
}

/** Releases a batch of uploads, or records that they are in use. Returns the number it checked. */
async function judgeUploads(lifeDays: number): Promise<number> {
  const isOld = sql`p.unused_since < now() - ${lifeDays}::int * interval '1 day'`;
  return await db().$executeRaw(sql`
    WITH due AS (
      (SELECT public_id FROM hosted_picture p WHERE p.released_at IS NULL AND p.user_id IS NULL LIMIT ${batch}::int)
      UNION
      (SELECT public_id FROM hosted_picture p WHERE p.released_at IS NULL AND p.looked_at IS NULL AND ${isOld}
       ORDER BY p.unused_since LIMIT ${batch}::int)
      UNION
      (SELECT public_id FROM hosted_picture p WHERE p.released_at IS NULL AND ${wasLookedAtLongAgo}
       ORDER BY p.looked_at LIMIT ${batch}::int)
    ), judged AS (
      SELECT p.public_id, p.unused_since, p.user_id IS NULL OR ${isOld}
          AND NOT EXISTS (
            SELECT FROM generation g WHERE g.source_public_id = p.public_id AND g.deleted_at IS NULL)
          AND NOT EXISTS (${dependentWork}) AS is_over
      FROM hosted_picture p JOIN due USING (public_id)
      -- A row that a deletion holds is left to the next sweep: waiting for it could deadlock.
      FOR UPDATE OF p SKIP LOCKED
    )
    UPDATE hosted_picture p
    SET released_at = CASE WHEN j.is_over THEN now() END, looked_at = CASE WHEN NOT j.is_over THEN now() END
    FROM judged j
    WHERE p.public_id = j.public_id AND p.released_at IS NULL AND p.unused_since = j.unused_since`);
}
