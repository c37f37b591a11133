import type { GroupConcurrencyConfig, JobResult, JobWithMetadata } from "pg-boss";
import { listenTo } from "../db/notifications.ts";
import { lazy } from "../platform/lazy.ts";
import { queue } from "./boss.ts";
import { wakeChannel } from "./enqueue.ts";

/** The first worker of a queue polls and wakes the others, so they rarely need to poll. */
const pollOfOthersSeconds = 60 * 60;

/** A worker of pg-boss: it runs one job at a time. */
interface Worker {
  workId: string;
  isBusy: boolean;
}

interface QueueWorkers {
  /** Makes one idle worker poll for a job. */
  wake: () => void;
}

export interface WorkerOptions {
  queue: string;
  /** Concurrent jobs in this process. */
  atOnce: number;
  /** Polling interval for jobs without a notification; jobs with one start at once. */
  pollEverySeconds: number;
  /** Concurrent jobs of one group in all processes together. */
  groupConcurrency?: number | GroupConcurrencyConfig;
  /** Interval of a running job's heartbeats; default: half of the time after which it counts as dead. */
  heartbeatRefreshSeconds?: number;
}

/** The outcome of a job; after an error it is retried as configured for its queue. */
export type JobEnd = Omit<JobResult, "id">;

const state = lazy(() => ({
  queues: new Map<string, QueueWorkers>(),
  stopListening: null as (() => void) | null,
}));

/** Starts to run jobs of a queue in this process. */
export async function startQueueWorkers(
  { queue: name, atOnce, pollEverySeconds, ...options }: WorkerOptions,
  run: (job: JobWithMetadata<object>) => Promise<JobEnd>,
): Promise<void> {
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
    // pg-boss returns the id needed to wake a worker only when each worker is started separately.
    own.workId = await boss.work<object, unknown, typeof work>(name, work, async ([job]) => {
      if (!job) return [];
      own.isBusy = true;
      // More jobs may be waiting: an idle worker polls now, and this one after its job.
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
  const { queues } = state();
  queues.set(name, { wake });
  state().stopListening ??= listenTo(wakeChannel, (queueName) => {
    // An empty name means that notifications may have been missed.
    if (queueName === "") for (const each of queues.values()) each.wake();
    else queues.get(queueName)?.wake();
  });
}

/** Takes no more jobs of these queues; resolves when the running jobs of this process have ended. */
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
