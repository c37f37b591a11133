import type { GroupConcurrencyConfig, JobResult, JobWithMetadata } from "pg-boss";
import { listenTo } from "../db/notifications.ts";
import { requireActive } from "../installation/standby.ts";
import { processSlot } from "../platform/process-slot.ts";
import { queue } from "./boss.ts";
import { wakeChannel } from "./enqueue.ts";

/** For seats beside the first of a crew, which is the one that polls: these are woken by it. */
const pollOfOthersSeconds = 60 * 60;

/** A worker of pg-boss: it runs one job at a time. */
interface Seat {
  workId: string;
  isBusy: boolean;
}

interface Crew {
  /** Makes one free seat look for a job. */
  wake: () => void;
}

export interface CrewOptions {
  queue: string;
  /** Jobs that this process runs at a time. */
  atOnce: number;
  /** How often it looks for jobs of which nobody told; those that are told of begin at once. */
  pollEverySeconds: number;
  /** Jobs of one group that all processes together run at a time. */
  groupConcurrency?: number | GroupConcurrencyConfig;
  /** How often a running job is said to be alive; half of the time after which it counts as dead when absent. */
  heartbeatRefreshSeconds?: number;
}

/** How the queue is to take the end of a job; what is thrown has it tried again, as its queue says. */
export type JobEnd = Omit<JobResult, "id">;

const state = processSlot("crews", () => ({
  crews: new Map<string, Crew>(),
  stopListening: null as (() => void) | null,
}));

/** Begins to run the jobs of a queue in this process. Throws ApiError overloaded in standby. */
export async function startCrew(
  { queue: name, atOnce, pollEverySeconds, ...options }: CrewOptions,
  run: (job: JobWithMetadata<object>) => Promise<JobEnd>,
): Promise<void> {
  await requireActive();
  const boss = await queue();
  const seats: Seat[] = [];
  const wake = () => {
    const free = seats.find(({ isBusy }) => !isBusy);
    if (free) boss.notifyWorker(free.workId);
  };
  for (let place = 0; place < atOnce; place += 1) {
    const own: Seat = { workId: "", isBusy: false };
    const work = {
      ...options,
      pollingIntervalSeconds: place === 0 ? pollEverySeconds : pollOfOthersSeconds,
      includeMetadata: true,
      perJobResults: true,
    } as const;
    // pg-boss tells the names of workers, by which they are woken, only one by one.
    own.workId = await boss.work<object, unknown, typeof work>(name, work, async ([job]) => {
      if (!job) return [];
      own.isBusy = true;
      // Where one job is there may be more: for another seat now, for this one when it is done.
      wake();
      try {
        return [{ id: job.id, ...(await run(job)) }];
      } finally {
        own.isBusy = false;
        boss.notifyWorker(own.workId);
      }
    });
    seats.push(own);
  }
  const shared = state();
  shared.crews.set(name, { wake });
  shared.stopListening ??= listenTo(wakeChannel, (told) => {
    // Without a name: some may have been missed.
    if (told === "") for (const crew of shared.crews.values()) crew.wake();
    else shared.crews.get(told)?.wake();
  });
}

/** Takes no new jobs of these queues from now on; resolves when those that run here are over. */
export async function stopCrews(isMeant: (name: string) => boolean): Promise<void> {
  const { crews } = state();
  const names = [...crews.keys()].filter(isMeant);
  if (names.length === 0) return;
  const boss = await queue();
  await Promise.all(names.map((name) => boss.offWork(name, { wait: true })));
  for (const name of names) crews.delete(name);
  if (crews.size > 0) return;
  state().stopListening?.();
  state().stopListening = null;
}
