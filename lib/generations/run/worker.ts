import type { JobWithMetadata } from "pg-boss";
import { planTiers } from "../../contract/billing/plans.ts";
import { largestResolution } from "../../contract/photos/styles.ts";
import { refundCharge } from "../../credits/resolve.ts";
import { reportCapacity, sendHeartbeat } from "../../db/heartbeat.ts";
import { pixelProcesses, resolutionsInMemory } from "../../imaging/worker/bounds.ts";
import { pixelPace } from "../../imaging/worker/pool.ts";
import { configuredModels } from "../../models/configured.ts";
import { offer, smallestPlan } from "../../plans/offer.ts";
import { env } from "../../platform/env.ts";
import { log } from "../../platform/log.ts";
import { memoryLimitBytes } from "../../platform/memory.ts";
import { failedWorkQueue, workQueues } from "../../queue/queues.ts";
import { type JobEnd, startQueueWorkers, stopQueueWorkers } from "../../queue/workers.ts";
import { emitEnd } from "../notify/emit.ts";
import { FailedForGood, runWork } from "./run.ts";

/** Concurrent jobs at other services: this process mostly waits for them. */
const hostedAtOnce = 32;
/** Concurrent photos by hosted models per pixel process: more would only wait for it. */
const hostedPhotosAtOnce = 8;
/** Polling interval of a queue besides notifications. */
export const pollEverySeconds = 2;
const heartbeatRefreshSeconds = 3;

/** Per plan, the limit of an account's concurrent jobs in all workers together. */
function groupConcurrency() {
  const { plans } = offer();
  return {
    default: smallestPlan().plan.jobs.atOnce,
    tiers: Object.fromEntries(planTiers.map((tier) => [tier, plans[tier].jobs.atOnce])),
  };
}

/** Number of concurrent jobs on this machine (WORKERS). */
export function workerSlots(): number {
  return env().WORKERS ?? pixelProcesses();
}

function hostedSlots(): number {
  if (configuredModels().length === 0) return hostedAtOnce;
  return Math.min(hostedAtOnce, hostedPhotosAtOnce * pixelProcesses());
}

/** Starts to take jobs of paid work, as many concurrently as this machine can run. */
export async function startWorkers(slots = workerSlots()): Promise<void> {
  if (slots === 0) return;
  announceSlots(slots);
  warnOfLittleMemory();
  const how = { pollEverySeconds, heartbeatRefreshSeconds, groupConcurrency: groupConcurrency() };
  await startQueueWorkers({ ...how, queue: "work", atOnce: slots }, runJob);
  await startQueueWorkers({ ...how, queue: "work-hosted", atOnce: hostedSlots() }, runJob);
  await startQueueWorkers({ pollEverySeconds, queue: failedWorkQueue, atOnce: 1 }, async (job) => {
    const id = idOf(job);
    await refundCharge(id, "generation_failed");
    await emitEnd(id);
    return { status: "completed" };
  });
  // Sent immediately: estimates for callers depend on the reported capacity.
  await sendHeartbeat();
}

/** Makes every heartbeat of this process report its slots and measured durations. */
export function announceSlots(slots: number): void {
  reportCapacity(() => ({ slots, paces: pixelPace() }));
}

function warnOfLittleMemory(): void {
  const { largest, neededMb } = resolutionsInMemory();
  if (largest === largestResolution) return;
  log.warn(
    { limitMb: Math.floor(memoryLimitBytes() / 1024 ** 2), neededMb: neededMb[largestResolution] },
    `photos larger than ${largest} are refused, because they need more memory than this process may take`,
  );
}

/** Takes no new jobs; resolves when the running jobs of this process have ended. */
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

/** The id of a job's generation. */
function idOf({ data }: JobWithMetadata<object>): string {
  if ("id" in data && typeof data.id === "string") return data.id;
  throw new Error("a job of paid work names no generation");
}
