import { type PlanTier, planTiers } from "../../contract/billing/plans.ts";
import { findLiveWorkers } from "../../db/heartbeat.ts";
import { db } from "../../db/index.ts";
import { openStatuses } from "../../db/work-status.ts";
import { offer } from "../../plans/offer.ts";
import { failedWorkQueue, heartbeatSeconds } from "../../queue/queues.ts";
import { findOpenWorkJobs, type OpenWorkJob } from "../../queue/work-jobs.ts";

/** Why open work has not ended yet. */
export type WaitReason =
  | "running"
  | "worker_silent"
  | "no_job"
  | "refund"
  | "no_worker"
  | "retry_time"
  | "plan_limit"
  | "queue_position";

export interface Waiting {
  reason: WaitReason;
  /** The reason as text, with its numbers. */
  text: string;
  /** Position among the waiting jobs of its queue, from 1. */
  queuePosition: number | null;
  /** The earliest time of the next attempt. */
  retryAt: Date | null;
}

/** What each of these generations waits for; ended ones are omitted. */
export async function findWaits(ids: readonly string[]): Promise<Map<string, Waiting>> {
  const where = { id: { in: [...ids] }, status: { in: [...openStatuses] } };
  const open = await db().generation.findMany({ where, select: { id: true, stage: true } });
  if (open.length === 0) return new Map();
  const [jobs, workers] = await Promise.all([findOpenWorkJobs(open.map(({ id }) => id)), findLiveWorkers()]);
  const hasWorker = workers.length > 0;
  const jobsById = new Map(jobs.map((job) => [job.generationId, job]));
  return new Map(open.map(({ id, stage }) => [id, explain(jobsById.get(id), { stage, hasWorker })]));
}

function explain(
  job: OpenWorkJob | undefined,
  { stage, hasWorker }: { stage: string | null; hasWorker: boolean },
): Waiting {
  const wait = (reason: WaitReason, text: string): Waiting => ({
    reason,
    text,
    queuePosition: job?.position ?? null,
    retryAt: reason === "retry_time" ? (job?.startAfter ?? null) : null,
  });
  if (!job) return wait("no_job", "its job is missing; it is queued again within minutes");
  if (job.queue === failedWorkQueue) {
    const by = hasWorker ? "" : ", and no worker is alive to refund it";
    return wait("refund", `its last attempt failed; the refund is queued${by}`);
  }
  if (job.isActive) return explainActive(job, stage, wait);
  if (!hasWorker) {
    return wait("no_worker", "no worker is alive: start one with `npm run worker`, or set WORKERS above 0");
  }
  if (job.startAfter > new Date()) {
    return wait("retry_time", `it is tried again at ${job.startAfter.toISOString()}`);
  }
  const { atOnce } = offer().plans[tierOf(job)].jobs;
  if (job.activeOfAccount >= atOnce) {
    const limit = `${job.activeOfAccount} of ${atOnce} jobs that the plan ${tierOf(job)} allows at a time`;
    return wait("plan_limit", `its account runs ${limit}`);
  }
  return wait("queue_position", `place ${job.position} in the queue ${job.queue}`);
}

function explainActive(
  { heartbeatAt }: OpenWorkJob,
  stage: string | null,
  wait: (reason: WaitReason, text: string) => Waiting,
): Waiting {
  const silentSeconds = heartbeatAt ? Math.round((Date.now() - heartbeatAt.getTime()) / 1000) : 0;
  if (silentSeconds > heartbeatSeconds) {
    return wait(
      "worker_silent",
      `its worker has been silent for ${silentSeconds} s; another takes the job within 30 s`,
    );
  }
  return wait("running", stage === null ? "a worker makes it" : `a worker makes it; stage: ${stage}`);
}

function tierOf({ tier }: OpenWorkJob): PlanTier {
  return planTiers.find((name) => name === tier) ?? "starter";
}
