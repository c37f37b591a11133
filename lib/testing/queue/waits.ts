import { setTimeout as delay } from "node:timers/promises";
import { db, sql } from "../../db/index.ts";
import { queue } from "../../queue/boss.ts";
import { wakeWorkers } from "../../queue/enqueue.ts";

/** Makes all delayed jobs of a queue due immediately, and wakes its workers for them. */
export async function endWaits(name: string): Promise<void> {
  const ended = await db().$executeRaw(sql`
    UPDATE pgboss.job SET start_after = now() WHERE name = ${name} AND state < 'active' AND start_after > now()`);
  if (ended > 0) await db().$queryRaw(sql`SELECT ${wakeWorkers(name)}`);
}

/** Waits for the result of work, without the pauses between its attempts. */
export async function withoutWaits<T>(work: Promise<T>): Promise<T> {
  let isOver = false;
  const result = work.finally(() => {
    isOver = true;
  });
  const ending = (async () => {
    while (!isOver) {
      await endWaits("work");
      await delay(20);
    }
  })();
  const [value] = await Promise.all([result, ending]);
  return value;
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
