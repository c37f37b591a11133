import type { Job, PgBoss } from "pg-boss";
import { isUnavailable } from "../db/unavailable.ts";
import { getStandby } from "../installation/standby.ts";
import { log } from "../platform/log.ts";
import { processSlot } from "../platform/process-slot.ts";
import { queue } from "./boss.ts";
import { retiredTasks } from "./queues.ts";
import { startQueueWorkers, stopQueueWorkers } from "./workers.ts";

/** What a queue does beside requests. Its name and options are in the table of queues. */
export interface Task<Data extends object = object> {
  queue: string;
  /** When it runs by itself: a cron pattern in UTC, by the minute. What was missed while nothing ran is run once. */
  cron?: string;
  /** Jobs of it that this process runs at a time. */
  atOnce?: number;
  /** How often it polls for jobs without a notification; those with one begin at once. */
  pollEverySeconds?: number;
  /** Jobs of one group (`groupId`) that all processes together run at a time. */
  atOncePerGroup?: number;
  /** Runs once for each job; what it throws is logged, and the job is tried again as its queue says. */
  run(data: Data, signal: AbortSignal): Promise<unknown>;
}

const notDoneYet = "NotDoneYet";

/** What a task throws when it is in order, and what it wants did not happen yet: the job is tried again. */
export class NotDoneYet extends Error {
  override readonly name = notDoneYet;
}

/** By name: the server's bundles may hold several copies of the class. */
function isNotDoneYet(error: unknown): error is Error {
  return error instanceof Error && error.name === notDoneYet;
}

const pollEverySeconds = 30;
/** Jobs that `runWaiting` takes at a time. */
const batchSize = 8;

const state = processSlot("tasks", () => ({ running: new Set<string>() }));

/**
 * Begins to run tasks in this process, all that it has, and sees to it that those with a time of their own are run
 * by somebody, and that what is retired is run by nobody.
 */
export async function startTasks(tasks: readonly Task[], retired = retiredTasks): Promise<void> {
  const boss = await queue();
  const shared = state();
  await keepSchedules(boss, tasks, retired);
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
    shared.running.add(task.queue);
  }
}

/** Takes no new jobs of tasks from now on; resolves when those that run are over. */
export async function stopTasks(): Promise<void> {
  const { running } = state();
  await stopQueueWorkers((name) => running.has(name));
  running.clear();
}

/**
 * Runs in this process what waits in a task's queue and is due: for short jobs that somebody waits for. Safe beside
 * any number of workers; takes none in standby. Returns how many jobs succeeded.
 */
export async function runWaiting(task: Task): Promise<number> {
  if (await getStandby()) return 0;
  const boss = await queue();
  let succeeded = 0;
  for (;;) {
    const jobs = await boss.fetch<object>(task.queue, { batchSize });
    const outcomes = await Promise.all(jobs.map((job) => runFetched(boss, task, job)));
    succeeded += outcomes.filter(Boolean).length;
    if (jobs.length < batchSize) return succeeded;
  }
}

async function runFetched(boss: PgBoss, task: Task, job: Job<object>): Promise<boolean> {
  try {
    await runLogged(task, job.data, new AbortController().signal);
  } catch (error) {
    await boss.fail(task.queue, job.id, { message: error instanceof Error ? error.message : String(error) });
    return false;
  }
  await boss.complete(task.queue, job.id);
  return true;
}

/** Leaves schedules that it does not know: they may be those of a newer version that runs beside this one. */
async function keepSchedules(
  boss: PgBoss,
  tasks: readonly Task[],
  retired: readonly string[],
): Promise<void> {
  const unscheduled = tasks.filter(({ cron }) => cron === undefined).map((task) => task.queue);
  const ended = new Set([...retired, ...unscheduled]);
  for (const { name, key } of await boss.getSchedules()) {
    if (ended.has(name)) await boss.unschedule(name, key);
  }
  for (const task of tasks) {
    if (task.cron !== undefined)
      await boss.schedule(task.queue, task.cron, null, { tz: "UTC", missed: "once" });
  }
}

async function runLogged(task: Task, data: object | null, signal: AbortSignal): Promise<void> {
  try {
    await task.run(data ?? {}, signal);
  } catch (error) {
    const isExpected = isUnavailable(error) || isNotDoneYet(error);
    if (isExpected) log.warn({ task: task.queue }, `${error.message}; it is tried again`);
    else log.error({ task: task.queue, err: error }, "a task failed; it is tried again");
    throw error;
  }
}
