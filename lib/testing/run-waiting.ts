import type { Job } from "pg-boss";
import { queue } from "#lib/queue/boss.ts";
import type { Task } from "#lib/queue/tasks.ts";

/** Jobs that are fetched at once. */
const batchSize = 8;

/** Runs the due jobs of a task's queue in this process. Returns how many jobs succeeded. */
export async function runWaiting(task: Task): Promise<number> {
  const boss = await queue();
  const runJob = async ({ id, data }: Job<object>) => {
    try {
      await task.run(data ?? {}, new AbortController().signal);
    } catch (error) {
      await boss.fail(task.queue, id, { message: String(error) });
      return 0;
    }
    await boss.complete(task.queue, id);
    return 1;
  };
  let succeeded = 0;
  for (;;) {
    const jobs = await boss.fetch<object>(task.queue, { batchSize });
    for (const count of await Promise.all(jobs.map(runJob))) succeeded += count;
    if (jobs.length < batchSize) return succeeded;
  }
}
