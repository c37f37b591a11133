import type { z } from "zod";
import { maxHeldWebhooks, maxWebhookEndpoints } from "../contract/limits.ts";
import { allEvents, pingEvent, type WebhookEventType } from "../contract/webhooks/events.ts";
import { type SentEventType, webhookEventData } from "../contract/webhooks/schemas.ts";
import { type ToWire, toWire } from "../contract/wire.ts";
import { db, type Prisma, type Queryable, sql } from "../db/index.ts";
import { newId } from "../platform/ids.ts";
import { currentTraceparent } from "../platform/tracing.ts";
import { enqueueTurns, isEnabled, isVerified, laneOf, wakeLanes } from "./jobs.ts";
import { noAttempt } from "./no-attempt.ts";

export interface EmittedEvent<Type extends SentEventType = WebhookEventType> {
  userId: string;
  type: Type;
  /** The business object behind it (`generation:gen_…`): each reference is emitted once. */
  reference: string;
  /** As the use case that reads it answers. */
  data: ToWire<z.input<(typeof webhookEventData)[Type]>>;
  /** The span that caused it; the current one when absent. */
  traceparent?: string | null;
  /** A free result of a batch: only for endpoints that ask for these. */
  isReused?: boolean;
}

const takes = (type: WebhookEventType) => sql`
  ${isEnabled} AND e.events && ARRAY[${allEvents}::text, ${type}::text]`;

/**
 * Writes an event into the log of its account, and a delivery for every endpoint that takes its type, with their jobs:
 * one statement, once per reference. A free result of a batch is written only where an endpoint asks for these.
 */
export async function emitEvent<Type extends WebhookEventType>(
  event: EmittedEvent<Type>,
  on: Queryable = db(),
): Promise<void> {
  const isMeant = event.isReused ? sql`${takes(event.type)} AND ${takesReused}` : takes(event.type);
  await insertDeliveries(event, { isMeant, isLogged: !event.isReused }, on);
}

/** Whether an endpoint `e` asks for the free results of batches one by one. */
const takesReused = sql`e.reused_items IS TRUE`;

/** Whether an account has an endpoint that asks for the free results of batches one by one: a condition. */
export function hasReusedTakers(userId: Prisma.Sql): Prisma.Sql {
  return sql`EXISTS (SELECT FROM webhook_endpoint e
    WHERE e.user_id = ${userId} AND ${isEnabled} AND ${takesReused})`;
}

/** Sends a test event to one endpoint of the account, and returns the delivery; null when there is no such endpoint. */
export async function emitPing(
  userId: string,
  endpointId: string,
  on: Queryable = db(),
): Promise<string | null> {
  const event = { userId, type: pingEvent, reference: newId("row"), data: { endpointId } } as const;
  const isMeant = sql`e.id = ${endpointId} AND e.deleted_at IS NULL`;
  const [deliveryId] = await insertDeliveries(event, { isMeant, isLogged: false }, on);
  return deliveryId ?? null;
}

interface Audience {
  /** The endpoints `e` that get it: a condition. */
  isMeant: Prisma.Sql;
  /** Whether the event is written although no endpoint gets it. */
  isLogged: boolean;
}

/** Writes the event, its deliveries and their jobs. Returns the ids of the deliveries. */
async function insertDeliveries(
  { userId, type, reference, data, traceparent = currentTraceparent() }: EmittedEvent<SentEventType>,
  { isMeant, isLogged }: Audience,
  on: Queryable,
): Promise<string[]> {
  const body = JSON.stringify(webhookEventData[type].parse(toWire(data)));
  const ids = Array.from({ length: maxWebhookEndpoints }, () => newId("whd"));
  const rows = await on.$queryRaw<{ id: string }[]>(sql`
    WITH meant AS (
      SELECT e.id, e.user_id, ${laneOf} AS lane, row_number() OVER (ORDER BY e.id) AS place,
             GREATEST(now(), e.delayed_until) AS start_at,
             ${type}::text <> ${pingEvent} AND NOT ${isVerified} AS is_held,
             ${type}::text <> ${pingEvent} AND NOT ${isVerified} AND ${maxHeldWebhooks}::int <= (
               SELECT count(*) FROM (
                 SELECT FROM webhook_delivery d WHERE d.endpoint_id = e.id AND d.status = 'pending'
                 LIMIT ${maxHeldWebhooks}::int) held) AS is_dropped
      FROM webhook_endpoint e
      WHERE e.user_id = ${userId} AND ${isMeant}
    ), event AS (
      INSERT INTO webhook_event (id, user_id, type, data, reference, traceparent)
      SELECT ${newId("evt")}, ${userId}, ${type}, ${body}::json, ${reference}, ${traceparent}
      WHERE ${isLogged} OR EXISTS (SELECT FROM meant)
      ON CONFLICT (reference) DO NOTHING
      RETURNING id, user_id
    ), sent AS (
      INSERT INTO webhook_delivery (id, user_id, event_id, endpoint_id, next_attempt_at, status, attempts)
      SELECT (${ids}::text[])[meant.place], event.user_id, event.id, meant.id,
             CASE WHEN NOT is_dropped THEN now() END,
             (CASE WHEN is_dropped THEN 'failed' ELSE 'pending' END)::webhook_delivery_status,
             CASE WHEN is_dropped THEN ${noAttempt(tooManyHeld)}::jsonb ELSE '[]' END
      FROM event, meant
      RETURNING id, endpoint_id
    ), turn AS (
      SELECT sent.endpoint_id, meant.user_id, meant.lane, meant.start_at
      FROM sent JOIN meant ON meant.id = sent.endpoint_id WHERE NOT meant.is_held
    ), ${await enqueueTurns(sql`turn`)}
    SELECT id, ${wakeLanes} FROM sent`);
  return rows.map(({ id }) => id);
}

const tooManyHeld = `not sent: ${maxHeldWebhooks} events waited for the endpoint's first 2xx already`;
