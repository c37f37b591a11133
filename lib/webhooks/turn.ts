import { db, sql } from "../db/index.ts";
import type { WebhookLane } from "../queue/queues.ts";
import { type AttemptKey, attemptDelivery } from "./attempt.ts";
import {
  dropDueTurns,
  enqueueTurns,
  isEnabled,
  isVerified,
  laneOf,
  type TurnJob,
  wakeLanes,
} from "./jobs.ts";

/** A turn ends with the first attempt that ends after this time, or that fails: other endpoints come next. */
const turnMs = 250;
/** A turn that takes longer has been interrupted: an attempt takes less. */
const leaseSeconds = 45;

/**
 * Sends an endpoint's due deliveries in order for a short while, then requeues it at the end of its lane if there are
 * more. Only one turn per endpoint runs at a time, across all processes. Idempotent.
 */
export async function takeTurn(job: TurnJob, lane: WebhookLane, signal?: AbortSignal): Promise<void> {
  const taken = await beginTurn(job);
  // The process that has the turn checks for more deliveries afterwards.
  if (!taken) return;
  try {
    if (taken.lane === lane) await sendDue({ ...job, userId: taken.userId }, signal);
  } finally {
    await endTurn(job);
  }
  await enqueueNext([job.endpointId]);
}

async function sendDue(turn: TurnJob & { userId: string }, signal: AbortSignal | undefined): Promise<void> {
  await db().$executeRaw(dropDueTurns(turn));
  const endsAt = Date.now() + turnMs;
  do {
    const next = await findNextDue(turn.endpointId);
    if (!next) return;
    if ((await attemptDelivery(next, signal)) !== "received") return;
  } while (Date.now() < endsAt);
}

async function beginTurn({ endpointId, token }: TurnJob) {
  const [taken] = await db().$queryRaw<{ userId: string; lane: WebhookLane }[]>(sql`
    UPDATE webhook_endpoint e
    SET sending_by = ${token}, sending_until = now() + ${leaseSeconds}::int * interval '1 second'
    WHERE e.id = ${endpointId} AND (e.sending_until IS NULL OR e.sending_until < now() OR e.sending_by = ${token})
    RETURNING e.user_id AS "userId", ${laneOf} AS lane`);
  return taken ?? null;
}

async function endTurn({ endpointId, token }: TurnJob): Promise<void> {
  await db().$executeRaw(sql`
    UPDATE webhook_endpoint SET sending_by = NULL, sending_until = NULL
    WHERE id = ${endpointId} AND sending_by = ${token}`);
}

const isSendable = sql`d.status = 'pending' AND ${isEnabled} AND (${isVerified} OR EXISTS (
  SELECT FROM webhook_event v WHERE v.id = d.event_id AND v.type = 'test.ping'))`;

async function findNextDue(endpointId: string): Promise<AttemptKey | null> {
  const [next] = await db().$queryRaw<AttemptKey[]>(sql`
    SELECT d.id AS "deliveryId", d.attempts_made AS "attemptsMade"
    FROM webhook_delivery d JOIN webhook_endpoint e ON e.id = d.endpoint_id
    WHERE d.endpoint_id = ${endpointId} AND ${isSendable} AND d.next_attempt_at <= now()
      AND (e.delayed_until IS NULL OR e.delayed_until <= now())
    ORDER BY d.next_attempt_at, d.created_at, d.id LIMIT 1`);
  return next ?? null;
}

/** Queues endpoints in their lanes, each for the time of its next due delivery; endpoints without one are skipped. */
export async function enqueueNext(endpointIds: readonly string[]): Promise<number> {
  if (endpointIds.length === 0) return 0;
  const rows = await db().$queryRaw<unknown[]>(sql`
    WITH due AS (
      SELECT e.id AS endpoint_id, e.user_id, ${laneOf} AS lane,
             GREATEST(min(d.next_attempt_at), e.delayed_until) AS start_at
      FROM webhook_endpoint e JOIN webhook_delivery d ON d.endpoint_id = e.id
      WHERE e.id = ANY(${[...endpointIds]}::text[]) AND ${isSendable} AND d.next_attempt_at IS NOT NULL
      GROUP BY e.id
    ), ${await enqueueTurns(sql`due`)}
    SELECT endpoint_id, ${wakeLanes} FROM due`);
  return rows.length;
}
