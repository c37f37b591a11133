import { db, sql } from "../../db/index.ts";

/** Makes every job of a queue due that waits for its time: what is tried again later is tried again now. */
export async function endWaits(name: string): Promise<void> {
  await db().$executeRaw(sql`
    UPDATE pgboss.job SET start_after = now() WHERE name = ${name} AND state < 'active' AND start_after > now()`);
}
