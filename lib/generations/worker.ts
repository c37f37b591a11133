import type { JobWithMetadata } from "pg-boss";
import { plans, planTiers } from "../billing/plans.ts";
import { queueChannel } from "../credits/charge.ts";
import { refundCharge } from "../credits/resolve.ts";
import { sendHeartbeat } from "../db/heartbeat.ts";
import { listenTo } from "../db/notifications.ts";
import { pixelProcesses } from "../imaging/worker/bounds.ts";
import { env } from "../platform/env.ts";
import { processSlot } from "../platform/process-slot.ts";
import { queue } from "../queue/boss.ts";
import { failedWorkQueue, type WorkQueue, workQueues } from "../queue/queues.ts";
import { announceSlots } from "./capacity.ts";
import { FailedForGood, runWork } from "./run.ts";

/** Work that another service does: this process only waits. */
const hostedAtOnce = 32;
/** How often a queue is asked beside what is told. */
const pollEveryMs = 2_000;
/** The seats themselves hardly ever ask: they are woken. */
const pollOfSeatsSeconds = 60 * 60;
const heartbeatEverySeconds = 3;

/** Of each plan, how many of an account's jobs all workers together have at work. */
const groupConcurrency = {
  default: plans.starter.jobs.atOnce,
  tiers: Object.fromEntries(planTiers.map((tier) => [tier, plans[tier].jobs.atOnce])),
};

const state = processSlot("paid-workers", () => ({ endWaking: [] as (() => void)[], isWorking: false }));

/** How many jobs this machine makes at a time (WORKERS). */
export function workerSlots(): number {
  return env().WORKERS ?? pixelProcesses();
}

/** Begins to take jobs of paid work, as many at a time as this machine carries. */
export async function startWorkers(): Promise<void> {
  const slots = workerSlots();
  if (slots === 0) return;
  announceSlots(slots);
  state().isWorking = true;
  await takeJobs("work", slots);
  await takeJobs("work-hosted", hostedAtOnce);
  const boss = await queue();
  await boss.work<{ id: string }>(
    failedWorkQueue,
    { pollingIntervalSeconds: pollEveryMs / 1_000 },
    async ([job]) => {
      if (job) await refundCharge(job.data.id, "generation_failed");
    },
  );
  // What is promised to callers counts on it: not only with the next heartbeat.
  await sendHeartbeat();
}

/** Takes no new jobs from now on; resolves when those that run here are over. */
export async function finishJobs(): Promise<void> {
  const shared = state();
  for (const end of shared.endWaking.splice(0)) end();
  if (!shared.isWorking) return;
  shared.isWorking = false;
  const boss = await queue();
  await Promise.all([...workQueues, failedWorkQueue].map((name) => boss.offWork(name, { wait: true })));
}

/** Takes one job at a time. */
interface Seat {
  id: string;
  isBusy: boolean;
}

/**
 * As many seats as jobs at a time. Where one job is there may be more: whoever takes one wakes the next free seat, so
 * that a thousand jobs fill all of them, and one job makes one of them ask.
 */
async function takeJobs(name: WorkQueue, atOnce: number): Promise<void> {
  const boss = await queue();
  const seats: Seat[] = [];
  const wake = () => {
    const free = seats.find(({ isBusy }) => !isBusy);
    if (free) boss.notifyWorker(free.id);
  };
  const options = {
    pollingIntervalSeconds: pollOfSeatsSeconds,
    heartbeatRefreshSeconds: heartbeatEverySeconds,
    includeMetadata: true,
    perJobResults: true,
    groupConcurrency,
  } as const;
  for (let count = 0; count < atOnce; count += 1) {
    const seat: Seat = { id: "", isBusy: false };
    seat.id = await boss.work<{ id: string }, unknown, typeof options>(name, options, async ([job]) => {
      if (!job) return [];
      seat.isBusy = true;
      wake();
      try {
        return [{ id: job.id, ...(await outcomeOf(job)) }];
      } finally {
        seat.isBusy = false;
        // Else the next job would wait for the poll: a notification wakes for one job only.
        boss.notifyWorker(seat.id);
      }
    });
    seats.push(seat);
  }
  const poll = setInterval(wake, pollEveryMs).unref();
  const deafen = listenTo(queueChannel, (told) => {
    if (told === name || told === "") wake();
  });
  state().endWaking.push(deafen, () => clearInterval(poll));
}

/** How the queue is to take the end of a job; what is thrown has it tried again. */
async function outcomeOf(job: JobWithMetadata<{ id: string }>) {
  try {
    const hasMore = job.retryCount < job.retryLimit;
    await runWork({ id: job.data.id, hasMore, signal: job.signal });
    return { status: "completed" } as const;
  } catch (error) {
    if (!(error instanceof FailedForGood)) throw error;
    return { status: "deadletter", output: { message: error.message } } as const;
  }
}
