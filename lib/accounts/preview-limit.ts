import { previewsPerDay } from "../contract/limits.ts";
import { db, sql } from "../db/index.ts";
import { refusal } from "../platform/errors.ts";
import { because } from "../platform/reasons.ts";

/**
 * Counts a preview, or a mask found for an unpaid picture, before it is made. Throws ApiError rate_limited beyond the
 * daily limit (UTC).
 */
export async function countPreview(userId: string): Promise<void> {
  const [row] = await db().$queryRaw<{ isCounted: boolean; leftSeconds: number }[]>(sql`
    WITH today AS (SELECT date_trunc('day', now() AT TIME ZONE 'UTC') AS day), counted AS (
      INSERT INTO preview_day AS p (user_id, day, count) SELECT ${userId}, day, 1 FROM today
      ON CONFLICT (user_id) DO UPDATE
      SET day = EXCLUDED.day, count = CASE WHEN p.day = EXCLUDED.day THEN p.count + 1 ELSE 1 END
      WHERE p.day <> EXCLUDED.day OR p.count < ${previewsPerDay}::int
      RETURNING count
    )
    SELECT EXISTS (SELECT FROM counted) AS "isCounted",
           ceil(extract(epoch FROM day + interval '1 day' - now() AT TIME ZONE 'UTC'))::int AS "leftSeconds"
    FROM today`);
  if (row?.isCounted) return;
  const reason = because("previews_used_up", { count: previewsPerDay.toLocaleString("en") });
  throw refusal(reason, { retryAfterSeconds: row?.leftSeconds });
}
