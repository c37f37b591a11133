import { type Prisma, sql } from "../db/index.ts";
import { enqueueStatement } from "../queue/enqueue.ts";
import { webhookQueue } from "../queue/queues.ts";

/** One attempt at a delivery: the job is good as long as no other was made since. */
export interface AttemptJob {
  deliveryId: string;
  attemptsMade: number;
}

/**
 * The INSERT of one job for each row of `rows`, a name in the WITH around it: columns `id`, `endpoint_id`,
 * `attempts_made`, `next_attempt_at` (null: no job). Jobs for one attempt that differ in `why` may exist side by side.
 */
export async function enqueueAttempts(rows: Prisma.Sql, why = "next"): Promise<Prisma.Sql> {
  const payload = sql`(
    SELECT COALESCE(json_agg(json_build_object(
      'data', json_build_object('deliveryId', id, 'attemptsMade', attempts_made),
      'startAfter', next_attempt_at,
      'singletonKey', id || ':' || attempts_made || ':' || ${why}::text,
      'groupId', endpoint_id
    )), '[]')::text FROM ${rows} WHERE next_attempt_at IS NOT NULL)`;
  return await enqueueStatement(webhookQueue, payload);
}
