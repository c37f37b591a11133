import { db, sql } from "../../db/index.ts";
import { queue } from "../../queue/boss.ts";

/** Makes every job of a queue due that waits for its time: what is tried again later is tried again now. */
export async function endWaits(name: string): Promise<void> {
  await db().$executeRaw(sql`
    UPDATE pgboss.job SET start_after = now() WHERE name = ${name} AND state < 'active' AND start_after > now()`);
}

/** Deletes the jobs of all queues. The queue's own upkeep may lock them in another order at that moment: then again. */
export async function deleteJobs(): Promise<void> {
  const boss = await queue();
  for (;;) {
    try {
      return await boss.deleteAllJobs();
    } catch (error) {
      const isDeadlock = error instanceof Error && "code" in error && error.code === "40P01";
      if (!isDeadlock) throw error;
    }
  }
}
