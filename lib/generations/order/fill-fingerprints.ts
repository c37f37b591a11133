import { db, Prisma, sql } from "../../db/index.ts";
import { openList } from "../../db/work-status.ts";
import { imageUrlOf } from "../history/pictures.ts";
import { fingerprintOf } from "./fingerprint.ts";

/** Rows per statement: few enough that no other statement waits noticeably. */
const portion = 500;
/** Limit of portions that a call fills for its account; the task fills the rest. */
const portionsOfCall = 10;

/**
 * Computes missing fingerprints of work of the former version. Idempotent, and safe while the former version is
 * running.
 */
export function fillFingerprints(): Promise<number> {
  return fill(Prisma.empty, Number.POSITIVE_INFINITY);
}

/** As `fillFingerprints`, for one account, before its earlier work is searched. */
export function fillFingerprintsOf(userId: string): Promise<number> {
  return fill(sql`user_id = ${userId} AND `, portionsOfCall);
}

async function fill(whose: Prisma.Sql, portions: number): Promise<number> {
  let filled = 0;
  for (let done = 0; done < portions; done += 1) {
    const count = await fillPortion(whose);
    filled += count;
    if (count < portion) break;
  }
  return filled;
}

async function fillPortion(whose: Prisma.Sql): Promise<number> {
  // Must match the index "generation_without_fingerprint".
  const found = await db().$queryRaw<{ id: string }[]>(sql`
    SELECT id FROM generation
    WHERE ${whose}fingerprint IS NULL AND deleted_at IS NULL AND status IN ('succeeded', ${openList})
    ORDER BY user_id, id LIMIT ${portion}`);
  if (found.length === 0) return 0;
  const rows = await db().generation.findMany({ where: { id: { in: found.map(({ id }) => id) } } });
  const items = rows.map((row) => ({
    id: row.id,
    fingerprint: fingerprintOf({ ...row, imageUrl: imageUrlOf(row) }),
  }));
  // Locked rows are left to the next run.
  return db().$executeRaw(sql`
    WITH held AS (
      SELECT id FROM generation WHERE id = ANY(${items.map(({ id }) => id)}) ORDER BY id FOR UPDATE SKIP LOCKED
    )
    UPDATE generation g SET fingerprint = x.fingerprint
    FROM held JOIN jsonb_to_recordset(${JSON.stringify(items)}::jsonb) AS x (id text, fingerprint text)
      ON x.id = held.id
    WHERE g.id = held.id AND g.deleted_at IS NULL`);
}
