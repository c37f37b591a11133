import { retention } from "../contract/retention.ts";
import { db, sql } from "../db/index.ts";
import { imageHost } from "../images/index.ts";
import { env } from "../platform/env.ts";
import { dependentWork } from "./quota.ts";
import { findRemovable, removeReleased } from "./release.ts";

/** Most pictures that one sweep removes; the next one goes on. */
const batch = 500;

/** Deletes expired uploads and everything that was let go of. Safe to run anywhere, any number of times. */
export async function sweepPictures(): Promise<void> {
  await expireUploads();
  await removeReleased(await findRemovable(batch));
  await imageHost().sweep();
}

/** Lets go of uploads whose time is over, and of those whose account is gone. */
export async function expireUploads(): Promise<void> {
  const { RESULT_RETENTION_DAYS } = env();
  const lifeDays = Math.min(
    retention.unusedUploads.days,
    RESULT_RETENTION_DAYS ?? retention.unusedUploads.days,
  );
  await db().$executeRaw(sql`
    UPDATE hosted_picture p SET released_at = now()
    WHERE p.released_at IS NULL
      AND (p.user_id IS NULL
        OR p.unused_since < now() - ${lifeDays}::int * interval '1 day'
          AND NOT EXISTS (
            SELECT FROM generation g WHERE g.source_public_id = p.public_id AND g.deleted_at IS NULL)
          AND NOT EXISTS (${dependentWork}))`);
}
