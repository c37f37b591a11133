import type { Job, PgBoss } from "pg-boss";
import { listenTo } from "../db/notifications.ts";
import { isUnavailable } from "../db/unavailable.ts";
import { log } from "../platform/log.ts";
import { processSlot } from "../platform/process-slot.ts";
import { queue } from "./boss.ts";
import { wakeChannel } from "./enqueue.ts";

/** What a queue does beside requests. Its name and options stand in the table of queues. */
export interface Task<Data extends object = object> {
  queue: string;
  /** When it runs by itself: a cron pattern in UTC, by the minute. What was missed while nothing ran is run once. */
  cron?: string;
  /** Jobs of it that this process runs at a time. */
  atOnce?: number;
  /** How often it looks for jobs of which nobody told; those that are told of begin at once. */
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
/** For seats beside the first of a task, which is the one that polls: these are woken by it. */
const pollOfOthersSeconds = 60 * 60;
/** Jobs that `runWaiting` takes at a time. */
const batchSize = 8;

/** One worker of pg-boss: it runs one job at a time. */
interface Seat {
  workId: string;
  isBusy: boolean;
}

interface Crew {
  seats: Seat[];
  wake: () => void;
}

const state = processSlot("tasks", () => ({
  crews: new Map<string, Crew>(),
  stopListening: null as (() => void) | null,
}));

/**
 * Begins to run tasks in this process, all that it has, and sees to it that those with a time of their own are run
 * by somebody, and that what is no longer in the table is run by nobody.
 */
export async function startTasks(tasks: readonly Task[]): Promise<void> {
  const boss = await queue();
  await keepSchedules(boss, tasks);
  const { crews } = state();
  for (const task of tasks) crews.set(task.queue, await seat(boss, task));
  state().stopListening = listenTo(wakeChannel, (name) => {
    // Without a name: some may have been missed.
    if (name === "") for (const crew of crews.values()) crew.wake();
    else crews.get(name)?.wake();
  });
}

/** Takes no new jobs from now on; resolves when those that run are over. */
export async function stopTasks(): Promise<void> {
  const { crews, stopListening } = state();
  stopListening?.();
  if (crews.size === 0) return;
  const boss = await queue();
  await Promise.all([...crews.keys()].map((name) => boss.offWork(name, { wait: true })));
  crews.clear();
}

/**
 * Runs in this process what waits in a task's queue and is due: for short jobs that somebody waits for. Safe beside
 * any number of workers. Returns how many jobs succeeded.
 */
export async function runWaiting(task: Task): Promise<number> {
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

async function keepSchedules(boss: PgBoss, tasks: readonly Task[]): Promise<void> {
  const periodic = new Set(tasks.filter(({ cron }) => cron !== undefined).map((task) => task.queue));
  for (const { name, key } of await boss.getSchedules()) {
    if (!periodic.has(name)) await boss.unschedule(name, key);
  }
  for (const task of tasks) {
    if (task.cron !== undefined)
      await boss.schedule(task.queue, task.cron, null, { tz: "UTC", missed: "once" });
  }
}

/** One worker for each job at a time: pg-boss tells the names of workers, to wake them, only one by one. */
async function seat(boss: PgBoss, task: Task): Promise<Crew> {
  const seats: Seat[] = [];
  const wake = () => {
    const free = seats.find(({ isBusy }) => !isBusy);
    if (free) boss.notifyWorker(free.workId);
  };
  for (let place = 0; place < (task.atOnce ?? 1); place += 1) {
    const own: Seat = { workId: "", isBusy: false };
    const pollingIntervalSeconds =
      place === 0 ? (task.pollEverySeconds ?? pollEverySeconds) : pollOfOthersSeconds;
    const options = {
      pollingIntervalSeconds,
      ...(task.atOncePerGroup !== undefined && { groupConcurrency: task.atOncePerGroup }),
    };
    own.workId = await boss.work<object>(task.queue, options, async ([job]) => {
      if (!job) return;
      own.isBusy = true;
      // Where one job is there may be more: for another worker now, for this one when it is done.
      wake();
      try {
        await runLogged(task, job.data, job.signal);
      } finally {
        own.isBusy = false;
        boss.notifyWorker(own.workId);
      }
    });
    seats.push(own);
  }
  return { seats, wake };
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
