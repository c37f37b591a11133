import { maxHeldWebhooks, maxReplayedEvents } from "../contract/limits.ts";
import { allEvents, pingEvent, webhookEventTypes } from "../contract/webhooks/events.ts";
import { readHeavily } from "../db/heavy-reads.ts";
import { db, type Prisma, sql } from "../db/index.ts";
import { invalidParam } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { because } from "../platform/reasons.ts";
import { notEnabled } from "./deliveries.ts";
import { requireEndpoint } from "./endpoints.ts";
import { enqueueTurns, isEnabled, laneOf, wakeLanes } from "./jobs.ts";

interface Replay {
  id: string;
  since: string;
  types?: readonly string[] | undefined;
}

/**
 * Sends past events to an endpoint again, oldest first, whatever the state of their deliveries; events already
 * waiting are left unchanged. Throws ApiError invalid_params, without changes, when too many would wait.
 */
export async function replayEvents({ id, since, types }: Replay, by: { userId: string }) {
  const { status, isVerified, events: taken } = await requireEndpoint({ id }, by);
  if (status === "paused") throw notEnabled();
  const wanted = types ?? (taken.includes(allEvents) ? webhookEventTypes : taken);
  const most = isVerified ? maxReplayedEvents : maxHeldWebhooks;
  const replay = { id, userId: by.userId, since, wanted: wanted.filter((type) => type !== pingEvent), most };
  return await readHeavily(by.userId, () => db().$transaction((tx) => sendAgain(replay, tx)));
}

async function sendAgain(
  replay: { id: string; userId: string; since: string; wanted: readonly string[]; most: number },
  tx: Prisma.TransactionClient,
) {
  const { id, userId, since, wanted, most } = replay;
  // Serialized: a second delivery of the same event to the same endpoint would always be sent twice.
  const locked = await tx.$executeRaw(sql`
    SELECT FROM webhook_endpoint e WHERE e.id = ${id} AND ${isEnabled} FOR NO KEY UPDATE`);
  if (locked === 0) throw notEnabled();
  const waiting = await tx.webhookDelivery.count({
    where: { endpointId: id, status: "pending" },
    take: most,
  });
  const chosen = await tx.$queryRaw<{ eventId: string; deliveryId: string | null }[]>(sql`
    SELECT v.id AS "eventId", (
      SELECT d.id FROM webhook_delivery d WHERE d.event_id = v.id AND d.endpoint_id = ${id} AND d.url IS NULL LIMIT 1) AS "deliveryId"
    FROM webhook_event v
    WHERE v.user_id = ${userId} AND v.created_at >= ${since}::timestamptz AND v.type = ANY(${[...wanted]}::text[])
      AND NOT EXISTS (
        SELECT FROM webhook_delivery w WHERE w.event_id = v.id AND w.endpoint_id = ${id} AND w.url IS NULL AND w.status = 'pending')
    ORDER BY v.created_at, v.id LIMIT ${most - waiting + 1}::int`);
  if (chosen.length > most - waiting)
    throw invalidParam("since", because("too_many_replayed", { count: most }));
  if (chosen.length === 0) return { events: 0 };
  const rows = chosen.map((row) => ({ ...row, deliveryId: row.deliveryId ?? newId("whd") }));
  await tx.$queryRaw(sql`
    WITH again AS (
      INSERT INTO webhook_delivery (id, user_id, event_id, endpoint_id, next_attempt_at)
      -- In the order of the events, which the times between them keep.
      SELECT "deliveryId", ${userId}, "eventId", ${id}, now() + place * interval '1 millisecond'
      FROM jsonb_to_recordset(${JSON.stringify(rows.map((row, place) => ({ ...row, place })))}::jsonb)
        AS x ("eventId" text, "deliveryId" text, place int)
      ON CONFLICT (id) DO UPDATE
      SET status = 'pending', tries = 0, next_attempt_at = EXCLUDED.next_attempt_at
      RETURNING endpoint_id
    ), turn AS (
      SELECT e.id AS endpoint_id, e.user_id, ${laneOf} AS lane, GREATEST(now(), e.delayed_until) AS start_at
      FROM webhook_endpoint e WHERE e.id IN (SELECT endpoint_id FROM again)
    ), ${await enqueueTurns(sql`turn`)}
    SELECT endpoint_id, ${wakeLanes} FROM turn`);
  return { events: chosen.length };
}
