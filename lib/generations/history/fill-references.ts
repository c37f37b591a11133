import { db, sql } from "../../db/index.ts";
import { toStored } from "../../images/reference.ts";

/** Rows per statement: few enough that no other statement waits noticeably. */
const portion = 500;

interface Work {
  id: string;
  imageUrl: string;
  resultUrl: string | null;
}

/**
 * Computes the references of rows of the former version from the known addresses. Idempotent, and safe while the
 * former version is running.
 */
export async function fillReferences(): Promise<number> {
  const [work, masks] = [await repeat(fillWork), await repeat(fillMasks)];
  return work + masks;
}

async function repeat(fill: () => Promise<number>): Promise<number> {
  for (let filled = 0; ; ) {
    const count = await fill();
    filled += count;
    if (count < portion) return filled;
  }
}

async function fillWork(): Promise<number> {
  // Must match the index "generation_without_ref".
  const rows = await db().$queryRaw<Work[]>(sql`
    SELECT id, image_url AS "imageUrl", result_url AS "resultUrl" FROM generation
    WHERE (source_ref IS NULL AND image_url <> '') OR (result_ref IS NULL AND result_url IS NOT NULL)
    ORDER BY id LIMIT ${portion}`);
  if (rows.length === 0) return 0;
  const items = rows.map(({ id, imageUrl, resultUrl }) => ({
    id,
    image_url: imageUrl,
    result_url: resultUrl,
    source_ref: imageUrl === "" ? null : toStored(imageUrl),
    result_ref: resultUrl === null ? null : toStored(resultUrl),
  }));
  // Locked rows are left to the next run.
  return db().$executeRaw(sql`
    WITH held AS (
      SELECT id FROM generation WHERE id = ANY(${rows.map(({ id }) => id)}) ORDER BY id FOR UPDATE SKIP LOCKED
    )
    UPDATE generation g SET source_ref = x.source_ref, result_ref = x.result_ref
    FROM held JOIN jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      AS x (id text, image_url text, result_url text, source_ref text, result_ref text) ON x.id = held.id
    WHERE g.id = held.id AND g.image_url = x.image_url AND g.result_url IS NOT DISTINCT FROM x.result_url`);
}

async function fillMasks(): Promise<number> {
  const rows = await db().pictureMask.findMany({
    where: { maskRef: null },
    select: { userId: true, publicId: true, maskUrl: true },
    take: portion,
  });
  if (rows.length === 0) return 0;
  const items = rows.map((row) => ({ ...row, maskRef: toStored(row.maskUrl) }));
  return db().$executeRaw(sql`
    UPDATE picture_mask m SET mask_ref = x."maskRef"
    FROM jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      AS x ("userId" text, "publicId" text, "maskUrl" text, "maskRef" text)
    WHERE m.user_id = x."userId" AND m.public_id = x."publicId" AND m.mask_url = x."maskUrl"`);
}
