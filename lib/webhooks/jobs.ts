import { Prisma, sql } from "../db/index.ts";
import { enqueueStatement, wakeWorkers } from "../queue/enqueue.ts";
import { type WebhookLane, webhookLanes } from "../queue/queues.ts";

/** A turn of an endpoint: its due deliveries are sent for a short while. */
export interface TurnJob {
  endpointId: string;
  /** Identifies the job: a retry after its process was killed has the same token. */
  token: string;
}

/** SQL condition: whether anything is sent to an endpoint `e`. */
export const isEnabled = sql`(e.status = 'enabled' AND e.deleted_at IS NULL)`;

/** SQL condition: whether events other than test pings are sent to an endpoint `e`. */
export const isVerified = sql`(e.verified_at IS NOT NULL)`;

/** SQL expression: the lane of an endpoint `e`. */
export const laneOf = sql`CASE WHEN e.slow_since IS NULL AND ${isVerified} THEN 'prompt' ELSE 'slow' END`;

const laneNames = Object.keys(webhookLanes) as WebhookLane[];

/**
 * WITH members `queued_prompt` and `queued_slow`: insert a job for each row of `rows`, the name of another WITH
 * member with columns `endpoint_id`, `user_id`, `lane` and `start_at`. Later starts are deduplicated per second.
 */
export async function enqueueTurns(rows: Prisma.Sql): Promise<Prisma.Sql> {
  const parts = laneNames.map(async (lane) => {
    const payload = sql`(
      SELECT COALESCE(json_agg(json_build_object(
        'data', json_build_object('endpointId', endpoint_id, 'token', gen_random_uuid()),
        'startAfter', CASE WHEN start_at > now() THEN date_trunc('second', start_at) + interval '1 second' END,
        'singletonKey', endpoint_id || ':' || CASE WHEN start_at > now() THEN date_trunc('second', start_at)::text
                                                   ELSE gen_random_uuid()::text END,
        'groupId', user_id
      )), '[]')::text FROM ${rows} WHERE lane = ${lane})`;
    const name = Prisma.raw(`queued_${lane}`);
    return sql`${name} AS (${await enqueueStatement(webhookLanes[lane], payload)})`;
  });
  return Prisma.join(await Promise.all(parts), ", ");
}

/** Wakes the workers of both lanes when the transaction commits. */
export const wakeLanes = Prisma.join(
  laneNames.map((lane) => wakeWorkers(webhookLanes[lane])),
  " || ",
);

/** Deletes an endpoint's other due jobs: the turn that begins now does their work. */
export function dropDueTurns({ endpointId, userId }: { endpointId: string; userId: string }): Prisma.Sql {
  return sql`
    DELETE FROM pgboss.job WHERE name IN (${Prisma.join(Object.values(webhookLanes))}) AND group_id = ${userId}
      AND data->>'endpointId' = ${endpointId} AND start_after <= now()
      -- As pg-boss's index of waiting jobs says it.
      AND state < 'active' AND state = 'created' AND NOT blocked`;
}

/** The attempt log entry of a delivery that is not attempted: a JSON list with one element. */
export function noAttempt(error: string): string {
  return JSON.stringify([{ at: new Date().toISOString(), statusCode: null, ms: 0, error, answer: "" }]);
}
