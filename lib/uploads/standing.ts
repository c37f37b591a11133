import { db, Prisma, sql } from "../db/index.ts";

/**
 * Work that a picture `p` is needed for: a cut-out is a view of its source, whoever made it, so the source stays while
 * it is in somebody's history.
 */
export const standingOn = Prisma.sql`
  SELECT FROM generation g
  WHERE g.source_public_id = p.public_id AND g.operation = 'remove_bg'
    AND g.deleted_at IS NULL AND g.status <> 'failed'`;

/** Whether a paid result, of any account, stands on this picture. */
export async function isStoodOn(publicId: string): Promise<boolean> {
  const rows = await db().$queryRaw<{ stood: boolean }[]>(sql`
    SELECT EXISTS (${standingOn}) AS stood FROM (SELECT ${publicId}::text AS public_id) p`);
  return rows[0]?.stood === true;
}
