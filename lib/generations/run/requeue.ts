import { isTooFarAhead } from "#lib/db/rates.ts";
import { refundCharges } from "../../credits/resolve.ts";
import type { Generation } from "../../db/generated/client.ts";
import { db, Prisma, sql } from "../../db/index.ts";
import { openList, openStatuses } from "../../db/work-status.ts";
import { log } from "../../platform/log.ts";
import { wakeWorkers } from "../../queue/enqueue.ts";
import { type WorkQueue, workQueues, workRetryLimit } from "../../queue/queues.ts";
import { generationsWithJob, lanePriority, workJob, workJobsInsert } from "../../queue/work-jobs.ts";
import { emitEnds } from "../notify/emit.ts";
import { estimateDuration } from "../order/duration.ts";
import { attemptTimeoutMs } from "./run.ts";

/** Work is not considered lost before this: its job may just have been created, or given to a worker. */
const graceMs = 60_000;
const pageSize = 500;
const maxPerRun = 5_000;

type LostWork = Pick<
  Generation,
  "id" | "operation" | "style" | "resolution" | "wantedMode" | "scene" | "options" | "attempts" | "requeuedAt"
>;

export interface RequeueOptions {
  /** No worker can be running, as after a restore: all work without a job is lost, however recent. */
  isIdle?: boolean;
  /** Maximum number of generations per call. */
  limit?: number;
}

/**
 * Finds open paid work without a job and queues it again in its former order; work without remaining attempts is
 * refunded. Safe to run concurrently with workers and with itself: each generation gets one job.
 */
export async function requeueLostWork({ isIdle = false, limit = maxPerRun }: RequeueOptions = {}) {
  const total = { requeued: 0, refunded: 0 };
  for (let left = limit; left > 0; left -= pageSize) {
    const lost = await findLostWork(isIdle, Math.min(left, pageSize));
    const used = lost.filter(({ attempts }) => attempts > workRetryLimit);
    const refunded = await refundAndNotify(
      used.map(({ id }) => id),
      "The image could not be made.",
    );
    const requeued = await enqueueAgain(lost.filter(({ attempts }) => attempts <= workRetryLimit));
    total.requeued += requeued.length;
    total.refunded += refunded;
    if (requeued.length + refunded === 0) break;
    const examples = lost.slice(0, 5).map(({ id }) => id);
    log.warn({ requeued: requeued.length, refunded, examples }, "paid work had no job any more");
  }
  return total;
}

/** Refunds all open paid work and notifies the webhooks of its accounts; returns the number of refunds. */
export async function refundOpenWork(message = "The image could not be made."): Promise<number> {
  let refunded = 0;
  for (;;) {
    const rows = await db().$queryRaw<{ id: string }[]>(sql`
      SELECT id FROM generation WHERE status IN (${openList}) ORDER BY id LIMIT ${pageSize}::int`);
    if (rows.length === 0) return refunded;
    refunded += await refundAndNotify(
      rows.map(({ id }) => id),
      message,
    );
  }
}

async function refundAndNotify(ids: readonly string[], errorMessage: string): Promise<number> {
  if (ids.length === 0) return 0;
  const refund = {
    status: "failed",
    from: openStatuses,
    errorCode: "generation_failed",
    errorMessage,
  } as const;
  const refunded = await refundCharges(sql`id = ANY(${[...ids]}::text[])`, refund);
  await emitEnds(refunded);
  return refunded.length;
}

/**
 * Open work without a job, in queue order. One statement reads both tables, so that a job that changes its state
 * meanwhile is not missed. EXCEPT has a stable cost, even if the planner misjudges the queue's size.
 */
async function findLostWork(isIdle: boolean, limit: number): Promise<LostWork[]> {
  const queuedGraceMs = isIdle ? 0 : graceMs;
  // A worker may still finish work whose job is gone.
  const runningGraceMs = isIdle ? 0 : attemptTimeoutMs + graceMs;
  const since = (moment: Prisma.Sql, ms: number) => {
    const last = sql`GREATEST(${moment}, requeued_at)`;
    return sql`(${last} <= now() - ${ms}::int * interval '1 millisecond' OR ${isTooFarAhead(last, 0)})`;
  };
  return await db().$queryRaw<LostWork[]>(sql`
    WITH lost AS (
      SELECT id FROM generation WHERE status = 'queued' AND ${since(sql`created_at`, queuedGraceMs)}
      UNION ALL
      SELECT id FROM generation WHERE status = 'running' AND ${since(sql`COALESCE(started_at, created_at)`, runningGraceMs)}
      EXCEPT
      (${generationsWithJob})
    )
    SELECT id, operation, style, resolution, wanted_mode AS "wantedMode", scene, options, attempts,
           requeued_at AS "requeuedAt"
    FROM generation g JOIN lost USING (id)
    WHERE g.expires_at > now()
    ORDER BY lane, rank, id LIMIT ${limit}::int`);
}

/**
 * Creates a job for each, unless it ended or another process requeued it since it was read. Returns the ids that got
 * a job.
 */
async function enqueueAgain(lost: readonly LostWork[]): Promise<string[]> {
  if (lost.length === 0) return [];
  const items = await Promise.all(
    lost.map(async (work) => ({
      id: work.id,
      queue: (await estimateDuration(work)).queue,
      requeued_at: work.requeuedAt,
    })),
  );
  const inserts = await Promise.all(workQueues.map(insertJobs));
  const rows = await db().$queryRaw<{ id: string }[]>(sql`
    WITH item AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(items)}::jsonb) AS x (
        id text, queue text, requeued_at timestamptz)
    ), found AS (
      -- The row's lock, and its last requeue as it was read: of two who found it one goes on.
      SELECT g.id, item.queue FROM generation g JOIN item ON item.id = g.id
      WHERE g.status IN (${openList}) AND g.requeued_at IS NOT DISTINCT FROM item.requeued_at
      ORDER BY g.id FOR UPDATE OF g SKIP LOCKED
    ), again AS (
      UPDATE generation g SET requeued_at = clock_timestamp()
      FROM found WHERE g.id = found.id
      RETURNING g.id, g.user_id, g.lane, g.rank, g.attempts, found.queue,
                (SELECT s.tier::text FROM subscription s WHERE s.user_id = g.user_id) AS tier
    ), ${Prisma.join(inserts)}
    SELECT id, ${Prisma.join(workQueues.map((queue) => wakeWorkers(queue)))} FROM again`);
  return rows.map(({ id }) => id);
}

/** Inserts a job for each row of `again`, with the same fields as at the charge. */
function insertJobs(queue: WorkQueue): Promise<Prisma.Sql> {
  const job = workJob({
    id: sql`id`,
    priority: lanePriority(sql`lane`),
    rank: sql`rank`,
    userId: sql`user_id`,
    tier: sql`tier`,
    retryLimit: sql`${workRetryLimit}::int - attempts`,
  });
  return workJobsInsert(
    queue,
    sql`SELECT COALESCE(json_agg(${job} ORDER BY lane, rank), '[]')::text FROM again WHERE queue = ${queue}`,
  );
}
