import type { GroupConcurrencyConfig, JobResult, JobWithMetadata } from "pg-boss";
import { listenTo } from "../db/notifications.ts";
import { requireActive } from "../installation/standby.ts";
import { processSlot } from "../platform/process-slot.ts";
import { queue } from "./boss.ts";
import { wakeChannel } from "./enqueue.ts";

/** The first worker of a queue polls and wakes the others, which hardly need to. */
const pollOfOthersSeconds = 60 * 60;

/** A worker of pg-boss: it runs one job at a time. */
interface Worker {
  workId: string;
  isBusy: boolean;
}

interface QueueWorkers {
  /** Makes one free worker poll for a job. */
  wake: () => void;
}

export interface WorkerOptions {
  queue: string;
  /** Jobs that this process runs at a time. */
  atOnce: number;
  /** How often it polls for jobs without a notification; those with one start at once. */
  pollEverySeconds: number;
  /** Jobs of one group that all processes together run at a time. */
  groupConcurrency?: number | GroupConcurrencyConfig;
  /** How often a running job reports that it is alive; when absent, half of the time after which it counts as dead. */
  heartbeatRefreshSeconds?: number;
}

/** How a job ended; after an error it is tried again, by the options of its queue. */
export type JobEnd = Omit<JobResult, "id">;

const state = processSlot("queue workers", () => ({
  queues: new Map<string, QueueWorkers>(),
  stopListening: null as (() => void) | null,
}));

/** Starts to run the jobs of a queue in this process. Throws ApiError overloaded in standby. */
export async function startQueueWorkers(
  { queue: name, atOnce, pollEverySeconds, ...options }: WorkerOptions,
  run: (job: JobWithMetadata<object>) => Promise<JobEnd>,
): Promise<void> {
  await requireActive();
  const boss = await queue();
  const workers: Worker[] = [];
  const wake = () => {
    const free = workers.find(({ isBusy }) => !isBusy);
    if (free) boss.notifyWorker(free.workId);
  };
  for (let index = 0; index < atOnce; index += 1) {
    const own: Worker = { workId: "", isBusy: false };
    const work = {
      ...options,
      pollingIntervalSeconds: index === 0 ? pollEverySeconds : pollOfOthersSeconds,
      includeMetadata: true,
      perJobResults: true,
    } as const;
    // pg-boss names a worker, by which it is woken, only when each is started by itself.
    own.workId = await boss.work<object, unknown, typeof work>(name, work, async ([job]) => {
      if (!job) return [];
      own.isBusy = true;
      // There may be more jobs: for another worker now, for this one when it is done.
      wake();
      try {
        return [{ id: job.id, ...(await run(job)) }];
      } finally {
        own.isBusy = false;
        boss.notifyWorker(own.workId);
      }
    });
    workers.push(own);
  }
  const shared = state();
  shared.queues.set(name, { wake });
  shared.stopListening ??= listenTo(wakeChannel, (queueName) => {
    // Without a name: notifications may have been missed.
    if (queueName === "") for (const each of shared.queues.values()) each.wake();
    else shared.queues.get(queueName)?.wake();
  });
}

/** Takes no more jobs of these queues; resolves when those that run here have ended. */
export async function stopQueueWorkers(isStopped: (name: string) => boolean): Promise<void> {
  const { queues } = state();
  const names = [...queues.keys()].filter(isStopped);
  if (names.length === 0) return;
  const boss = await queue();
  await Promise.all(names.map((name) => boss.offWork(name, { wait: true })));
  for (const name of names) queues.delete(name);
  if (queues.size > 0) return;
  state().stopListening?.();
  state().stopListening = null;
}
