import type { Generation } from "../db/generated/client.ts";
import { db, type Prisma, sql } from "../db/index.ts";
import { asStored } from "../images/reference.ts";
import { asksForTheSame } from "./reuse.ts";

const sourceOf = (row: Prisma.Sql) => asStored(sql`COALESCE(${row}.source_ref, ${row}.image_url)`);

/**
 * The photos as they were made last: one that was made again after a correction of its cut-out takes the place of the
 * first, under the names of the first.
 */
export async function takeCorrected(
  rows: readonly Generation[],
  { userId }: { userId: string },
): Promise<Generation[]> {
  const ids = rows.map(({ id }) => id);
  const found = await db().$queryRaw<{ first: string; last: string }[]>(sql`
    SELECT DISTINCT ON (i.id) i.id AS first, g.id AS last
    FROM generation i JOIN generation g
      ON g.source_public_id = i.source_public_id AND ${sourceOf(sql`g`)} = ${sourceOf(sql`i`)}
         AND g.created_at > i.created_at
         AND g.mask_public_id IS DISTINCT FROM i.mask_public_id AND ${asksForTheSame(userId)}
    WHERE i.id = ANY(${ids}::text[])
    ORDER BY i.id, g.created_at DESC, g.id`);
  if (found.length === 0) return [...rows];
  const made = await db().generation.findMany({ where: { id: { in: found.map(({ last }) => last) } } });
  const lastOf = new Map(
    found.map(({ first, last }) => [first, made.find(({ id }) => id === last)] as const),
  );
  return rows.map((row) => {
    const { customId, title, metadata } = row;
    return { ...(lastOf.get(row.id) ?? row), customId, title, metadata };
  });
}
