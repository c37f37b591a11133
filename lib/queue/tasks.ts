import type { PgBoss } from "pg-boss";
import { isUnavailable } from "../db/unavailable.ts";
import { lazy } from "../platform/lazy.ts";
import { log } from "../platform/log.ts";
import { queue } from "./boss.ts";
import { startQueueWorkers, stopQueueWorkers } from "./workers.ts";

/** Background work of a queue. The table of queues has its name and options. */
export interface Task<Data extends object = object> {
  queue: string;
  /**
   * Schedule: a cron pattern in UTC, with minute resolution. Runs missed while no process was running are made up by
   * one run.
   */
  cron?: string;
  /** Concurrent jobs of this task in this process. */
  atOnce?: number;
  /** Polling interval for jobs without a notification; jobs with one start at once. */
  pollEverySeconds?: number;
  /** Concurrent jobs of one group (`groupId`) in all processes together. */
  atOncePerGroup?: number;
  /** Runs one job; an error is logged, and the job is retried as configured for its queue. */
  run(data: Data, signal: AbortSignal): Promise<unknown>;
}

/** Thrown by a task without a fault when its condition is not yet met: the job is retried. */
export class NotDoneYet extends Error {
  override readonly name = "NotDoneYet";
}

const pollEverySeconds = 30;

const state = lazy(() => ({ running: new Set<string>() }));

/** Starts all tasks in this process, and registers the schedules of tasks with a cron pattern. */
export async function startTasks(tasks: readonly Task[]): Promise<void> {
  const boss = await queue();
  await storeSchedules(boss, tasks);
  for (const task of tasks) {
    const { atOnce = 1, pollEverySeconds: pollsEverySeconds = pollEverySeconds, atOncePerGroup } = task;
    const groups = atOncePerGroup === undefined ? {} : { groupConcurrency: atOncePerGroup };
    await startQueueWorkers(
      { queue: task.queue, atOnce, pollEverySeconds: pollsEverySeconds, ...groups },
      async (job) => {
        await runLogged(task, job.data, job.signal);
        return { status: "completed" };
      },
    );
    state().running.add(task.queue);
  }
}

/** Takes no new jobs of tasks; resolves when the running jobs have ended. */
export async function stopTasks(): Promise<void> {
  const { running } = state();
  await stopQueueWorkers((name) => running.has(name));
  running.clear();
}

/** Leaves unknown schedules alone: they may belong to a newer version that runs beside this one. */
async function storeSchedules(boss: PgBoss, tasks: readonly Task[]): Promise<void> {
  for (const task of tasks) {
    if (task.cron !== undefined)
      await boss.schedule(task.queue, task.cron, null, { tz: "UTC", missed: "once" });
  }
}

async function runLogged(task: Task, data: object | null, signal: AbortSignal): Promise<void> {
  try {
    await task.run(data ?? {}, signal);
  } catch (error) {
    const isExpected = isUnavailable(error) || error instanceof NotDoneYet;
    if (isExpected) log.warn({ task: task.queue }, `${error.message}; it is tried again`);
    else log.error({ task: task.queue, err: error }, "a task failed; it is tried again");
    throw error;
  }
}
