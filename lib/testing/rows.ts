import { db, Prisma, sql } from "#lib/db/index.ts";

/** Every row of every table that contains one of the texts, as `table: row`. */
export async function findRowsWith(texts: string[]): Promise<string[]> {
  const tables = await db().$queryRaw<{ name: string }[]>(sql`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`);
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await db().$queryRaw<{ row: string }[]>(sql`
      SELECT to_jsonb(t)::text AS row FROM ${Prisma.raw(`"${name}"`)} t`);
    for (const { row } of rows) {
      if (texts.some((text) => row.includes(text))) found.push(`${name}: ${row}`);
    }
  }
  return found;
}
