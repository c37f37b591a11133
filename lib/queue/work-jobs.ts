import { db, Prisma, sql } from "../db/index.ts";
import { enqueueStatement } from "./enqueue.ts";
import { failedWorkQueue, lanes, type WorkQueue, workQueues } from "./queues.ts";

/** SQL expressions for the fields of a job of paid work, valid in the surrounding query. */
interface WorkJob {
  /** Id of the generation. */
  id: Prisma.Sql;
  /** The priority of its lane (`lanes`), an integer. */
  priority: Prisma.Sql;
  rank: Prisma.Sql;
  userId: Prisma.Sql;
  /** The plan that limits the account's concurrent jobs. */
  tier: Prisma.Sql;
  /** Number of retries; absent: the queue's default. */
  retryLimit?: Prisma.Sql;
}

/**
 * One job of paid work in pg-boss's format: an account's jobs form a group, and the lowest rank of a lane comes
 * first.
 */
export function workJob({ id, priority, rank, userId, tier, retryLimit }: WorkJob): Prisma.Sql {
  return sql`json_build_object('data', json_build_object('id', ${id}), 'priority', ${priority} - ${rank},
    'groupId', ${userId}, 'groupTier', ${tier}${retryLimit ? sql`, 'retryLimit', ${retryLimit}` : Prisma.empty})`;
}

/** A WITH member that inserts the jobs of one queue; `payload` selects one JSON array of jobs as text. */
export async function workJobsInsert(queue: WorkQueue, payload: Prisma.Sql): Promise<Prisma.Sql> {
  const name = Prisma.raw(`jobs_${queue.replaceAll("-", "_")}`);
  return sql`${name} AS (${await enqueueStatement(queue, payload)})`;
}

/** SQL expression for the priority of a lane's number. */
export function lanePriority(lane: Prisma.Sql): Prisma.Sql {
  const cases = Object.values(lanes).map(
    ({ number, priority }) => sql`WHEN ${number}::int THEN ${priority}::int`,
  );
  return sql`CASE ${lane} ${Prisma.join(cases, " ")} ELSE ${lanes.batch.priority}::int END`;
}

const queueNames = Prisma.join([...workQueues, failedWorkQueue]);

/** SQL conditions on waiting and running jobs of paid work. Separate, because pg-boss has an index for each. */
const waitingJobs = sql`j.name IN (${queueNames}) AND j.state < 'active' AND NOT j.blocked`;
const activeJobs = sql`j.name IN (${queueNames}) AND j.state = 'active' AND j.group_id IS NOT NULL`;

/** A query for the ids of all generations with a waiting or running job, refund jobs included. */
export const generationsWithJob = sql`
  SELECT j.data->>'id' AS id FROM pgboss.job j WHERE ${waitingJobs}
  UNION ALL SELECT j.data->>'id' FROM pgboss.job j WHERE ${activeJobs}`;

/** The open job of a piece of work. */
export interface OpenWorkJob {
  generationId: string;
  queue: WorkQueue | typeof failedWorkQueue;
  isActive: boolean;
  /** Position among the waiting jobs of its queue, from 1; null while it runs. */
  position: number | null;
  startAfter: Date;
  /** Failed or lost attempts so far, and the maximum number of retries. */
  retryCount: number;
  retryLimit: number;
  /** The last heartbeat of its worker; null while it waits. */
  heartbeatAt: Date | null;
  /** The plan that the job was charged under. */
  tier: string | null;
  /** Running jobs of the same account in the same queue. */
  activeOfAccount: number;
}

/** The open jobs of these generations. */
export async function findOpenWorkJobs(generationIds: readonly string[]): Promise<OpenWorkJob[]> {
  return await db().$queryRaw<OpenWorkJob[]>(sql`
    WITH open_job AS (
      SELECT j.name, j.data, j.group_id, j.group_tier, j.start_after, j.retry_count, j.retry_limit,
             false AS is_active, NULL::timestamptz AS heartbeat_at,
             row_number() OVER (PARTITION BY j.name ORDER BY j.priority DESC, j.created_on)::int AS position
      FROM pgboss.job j WHERE ${waitingJobs}
      UNION ALL
      SELECT j.name, j.data, j.group_id, j.group_tier, j.start_after, j.retry_count, j.retry_limit,
             true, COALESCE(j.heartbeat_on, j.started_on), NULL
      FROM pgboss.job j WHERE ${activeJobs}
    ), at_work AS (
      SELECT name, group_id, count(*)::int AS count FROM open_job WHERE is_active GROUP BY name, group_id
    )
    SELECT o.data->>'id' AS "generationId", o.name AS queue, o.is_active AS "isActive", o.position,
           o.start_after AS "startAfter", o.retry_count AS "retryCount", o.retry_limit AS "retryLimit",
           o.heartbeat_at AS "heartbeatAt", o.group_tier AS tier, COALESCE(w.count, 0) AS "activeOfAccount"
    FROM open_job o LEFT JOIN at_work w ON w.name = o.name AND w.group_id = o.group_id
    WHERE o.data->>'id' = ANY(${[...generationIds]}::text[])`);
}
