import { db, sql } from "../../db/index.ts";
import { queue } from "../../queue/boss.ts";

/** Makes all delayed jobs of a queue due immediately. */
export async function endWaits(name: string): Promise<void> {
  await db().$executeRaw(sql`
    UPDATE pgboss.job SET start_after = now() WHERE name = ${name} AND state < 'active' AND start_after > now()`);
}

/**
 * Deletes the jobs of all queues. Retries on a deadlock with the queue's own maintenance, which may lock in another
 * order.
 */
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
