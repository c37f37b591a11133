import { isUnavailable } from "../db/unavailable.ts";
import { log } from "../platform/log.ts";
import { queue } from "./boss.ts";

/** What a queue does beside requests. Its name and options stand in the table of queues. */
export interface Task<Data extends object = object> {
  queue: string;
  /** When it runs by itself: a cron pattern in UTC, by the minute. */
  cron?: string;
  /** Jobs of it that this process runs at a time. */
  atOnce?: number;
  /** Jobs of one group (`groupId`) that all processes together run at a time. */
  atOncePerGroup?: number;
  /** Runs once for each job; what it throws is logged, and the job is tried again as its queue says. */
  run: (data: Data, signal: AbortSignal) => Promise<unknown>;
}

const pollEverySeconds = 2;

/** Begins to run tasks in this process, and sees to it that those with a time of their own are run by somebody. */
export async function startTasks(tasks: readonly Task[]): Promise<void> {
  const boss = await queue();
  for (const task of tasks) {
    if (task.cron !== undefined) await boss.schedule(task.queue, task.cron, null, { tz: "UTC" });
    const options = {
      pollingIntervalSeconds: pollEverySeconds,
      localConcurrency: task.atOnce ?? 1,
      ...(task.atOncePerGroup !== undefined && { groupConcurrency: task.atOncePerGroup }),
    };
    await boss.work<object>(task.queue, options, async ([job]) => {
      if (!job) return;
      try {
        await task.run(job.data ?? {}, job.signal);
      } catch (error) {
        if (isUnavailable(error)) log.warn({ task: task.queue }, `${error.message}; it is tried again`);
        else log.error({ task: task.queue, err: error }, "a task failed; it is tried again");
        throw error;
      }
    });
  }
}
