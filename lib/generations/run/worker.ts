import type { JobWithMetadata } from "pg-boss";
import { plans, planTiers } from "../../contract/billing/plans.ts";
import { refundCharge } from "../../credits/resolve.ts";
import { sendHeartbeat } from "../../db/heartbeat.ts";
import { pixelProcesses } from "../../imaging/worker/bounds.ts";
import { configuredModels } from "../../models/index.ts";
import { env } from "../../platform/env.ts";
import { failedWorkQueue, workQueues } from "../../queue/queues.ts";
import { type JobEnd, startQueueWorkers, stopQueueWorkers } from "../../queue/workers.ts";
import { emitEnd } from "../notify/emit.ts";
import { announceSlots } from "./capacity.ts";
import { FailedForGood, runWork } from "./run.ts";

/** Work that another service does: this process mostly waits. */
const hostedAtOnce = 32;
/** Of photos by hosted models, for each process that does their pixels: more would only wait for it. */
const hostedPhotosAtOnce = 8;
/** How often a queue is polled beside notifications. */
const pollEverySeconds = 2;
const heartbeatRefreshSeconds = 3;

/** Of each plan, how many of an account's jobs all workers together have at work. */
const groupConcurrency = {
  default: plans.starter.jobs.atOnce,
  tiers: Object.fromEntries(planTiers.map((tier) => [tier, plans[tier].jobs.atOnce])),
};

/** How many jobs this machine makes at a time (WORKERS). */
export function workerSlots(): number {
  return env().WORKERS ?? pixelProcesses();
}

function hostedSlots(): number {
  if (configuredModels().length === 0) return hostedAtOnce;
  return Math.min(hostedAtOnce, hostedPhotosAtOnce * pixelProcesses());
}

/** Begins to take jobs of paid work, as many at a time as this machine carries. */
export async function startWorkers(slots = workerSlots()): Promise<void> {
  if (slots === 0) return;
  announceSlots(slots);
  const how = { pollEverySeconds, heartbeatRefreshSeconds, groupConcurrency };
  await startQueueWorkers({ ...how, queue: "work", atOnce: slots }, runJob);
  await startQueueWorkers({ ...how, queue: "work-hosted", atOnce: hostedSlots() }, runJob);
  await startQueueWorkers({ pollEverySeconds, queue: failedWorkQueue, atOnce: 1 }, async (job) => {
    const id = idOf(job);
    await refundCharge(id, "generation_failed");
    await emitEnd(id);
    return { status: "completed" };
  });
  // What is promised to callers counts on it: not only with the next heartbeat.
  await sendHeartbeat();
}

/** Takes no new jobs from now on; resolves when those that run here are over. */
export async function finishJobs(): Promise<void> {
  const names: readonly string[] = [...workQueues, failedWorkQueue];
  await stopQueueWorkers((name) => names.includes(name));
}

async function runJob(job: JobWithMetadata<object>): Promise<JobEnd> {
  try {
    const { retryCount: retriesDone, retryLimit, signal } = job;
    await runWork({ id: idOf(job), retriesDone, retriesLeft: retryLimit - retriesDone, signal });
    return { status: "completed" };
  } catch (error) {
    if (!(error instanceof FailedForGood)) throw error;
    return { status: "deadletter", output: { message: error.message } };
  }
}

/** Of the generation that a job is about. */
function idOf({ data }: JobWithMetadata<object>): string {
  if ("id" in data && typeof data.id === "string") return data.id;
  throw new Error("a job of paid work names no generation");
}
