import { db, sql } from "../db/index.ts";
import { toUrl } from "../images/reference.ts";

/** So many of an account's newest pieces of work are looked through. */
const lookedThrough = 400;

/** The newest photo that was made with each look, by the look's id; none where it was made long ago. */
export async function findLastPhotos({ userId }: { userId: string }): Promise<Record<string, string>> {
  const rows = await db().$queryRaw<{ look: string; resultUrl: string }[]>(sql`
    SELECT DISTINCT ON (look) look, result AS "resultUrl"
    FROM (
      SELECT options ->> 'look' AS look, COALESCE(result_ref, result_url) AS result, created_at FROM generation
      WHERE user_id = ${userId} AND deleted_at IS NULL
      ORDER BY created_at DESC, id DESC LIMIT ${lookedThrough}
    ) newest
    WHERE look IS NOT NULL AND result IS NOT NULL
    ORDER BY look, created_at DESC`);
  return Object.fromEntries(rows.map(({ look, resultUrl }) => [look, toUrl(resultUrl)]));
}
