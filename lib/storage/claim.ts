import { db, sql } from "../db/index.ts";

const keptHours = 24;

/** Claims a name: true only for the first caller, across all machines. */
export async function claimOnce(name: string): Promise<boolean> {
  const claimed = await db().$executeRaw(sql`
    INSERT INTO storage_claim (name) VALUES (${name}) ON CONFLICT (name) DO NOTHING`);
  return claimed === 1;
}

/** Uploads whose parts were joined ended long before. */
export async function purgeClaims(): Promise<void> {
  await db().$executeRaw(sql`
    DELETE FROM storage_claim WHERE claimed_at < now() - ${keptHours}::int * interval '1 hour'`);
}
