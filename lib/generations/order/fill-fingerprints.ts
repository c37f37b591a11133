import { fingerprintOf } from "../../credits/fingerprint.ts";
import { db, Prisma, sql } from "../../db/index.ts";
import { openList } from "../../db/work-status.ts";
import { imageUrlOf } from "../history/pictures.ts";

/** Rows of one statement: few enough that nobody waits for it. */
const portion = 500;
/** A call that needs an account's fingerprints fills so many at most; beyond them the task does it. */
const portionsOfCall = 10;

/**
 * Gives work of the former version its fingerprint. Safe to run anywhere, any number of times; the former version may be
 * running.
 */
export function fillFingerprints(): Promise<number> {
  return fill(Prisma.empty, Number.POSITIVE_INFINITY);
}

/** The same of one account, before its earlier work is looked for. */
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
  // As the index "generation_without_fingerprint" has it.
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
  // What is being changed at this moment is left to the next run.
  return db().$executeRaw(sql`
    WITH held AS (
      SELECT id FROM generation WHERE id = ANY(${items.map(({ id }) => id)}) ORDER BY id FOR UPDATE SKIP LOCKED
    )
    UPDATE generation g SET fingerprint = x.fingerprint
    FROM held JOIN jsonb_to_recordset(${JSON.stringify(items)}::jsonb) AS x (id text, fingerprint text)
      ON x.id = held.id
    WHERE g.id = held.id AND g.deleted_at IS NULL`);
}
