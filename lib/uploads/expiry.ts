import { db, sql } from "../db/index.ts";
import { env } from "../env.ts";
import { unusedUploadDays } from "./limits.ts";

/** Lets go of uploads whose time is over, and of those whose account is gone. */
export async function expireUploads(): Promise<void> {
  const { RESULT_RETENTION_DAYS } = env();
  const lifeDays = Math.min(unusedUploadDays, RESULT_RETENTION_DAYS ?? unusedUploadDays);
  await db().$executeRaw(sql`
    UPDATE hosted_picture p SET released_at = now()
    WHERE p.released_at IS NULL
      AND (p.user_id IS NULL
        OR p.unused_since < now() - ${lifeDays}::int * interval '1 day'
          AND NOT EXISTS (
            SELECT FROM generation g WHERE g.source_public_id = p.public_id AND g.deleted_at IS NULL))`);
}
