import { plans, planTiers } from "../billing/plans.ts";
import { refundCharge } from "../credits/resolve.ts";
import { listenTo } from "../db/notifications.ts";
import { pixelProcesses } from "../imaging/worker/bounds.ts";
import { env } from "../platform/env.ts";
import { queue } from "../queue/boss.ts";
import { wakeChannel } from "../queue/enqueue.ts";
import { failedWorkQueue, type WorkQueue } from "../queue/queues.ts";
import { announceSlots } from "./capacity.ts";
import { runWork } from "./run.ts";

/** Work that another service does: this process only waits. */
const hostedAtOnce = 32;
/** How often a queue is asked beside what is told. */
const pollEverySeconds = 2;
const heartbeatEverySeconds = 3;

/** Of each plan, how many of an account's jobs all workers together have at work. */
const groupConcurrency = {
  default: plans.starter.jobs.atOnce,
  tiers: Object.fromEntries(planTiers.map((tier) => [tier, plans[tier].jobs.atOnce])),
};

/** Begins to take jobs of paid work, as many at a time as this machine carries (WORKERS). */
export async function startWorkers(slots = env().WORKERS ?? pixelProcesses()): Promise<void> {
  if (slots === 0) return;
  announceSlots(slots);
  await takeJobs("work", slots);
  await takeJobs("work-hosted", hostedAtOnce);
  const boss = await queue();
  await boss.work<{ id: string }>(
    failedWorkQueue,
    { pollingIntervalSeconds: pollEverySeconds },
    async ([job]) => {
      if (job) await refundCharge(job.data.id, "generation_failed");
    },
  );
}

/** As many loops as jobs at a time: each takes the next job when its last one ended. */
async function takeJobs(name: WorkQueue, atOnce: number): Promise<void> {
  const boss = await queue();
  const options = {
    pollingIntervalSeconds: pollEverySeconds,
    heartbeatRefreshSeconds: heartbeatEverySeconds,
    includeMetadata: true,
    groupConcurrency,
  } as const;
  const loops: string[] = [];
  for (let count = 0; count < atOnce; count += 1) {
    const loop: string = await boss.work<{ id: string }, void, { includeMetadata: true }>(
      name,
      options,
      async ([job]) => {
        try {
          if (!job) return;
          const hasMore = job.retryCount < job.retryLimit;
          await runWork({ id: job.data.id, hasMore, signal: job.signal });
        } finally {
          // Else the next job would wait for the poll: a notification wakes for one job only.
          boss.notifyWorker(loop);
        }
      },
    );
    loops.push(loop);
  }
  listenTo(wakeChannel, (told) => {
    if (told === name || told === "") for (const loop of loops) boss.notifyWorker(loop);
  });
}
