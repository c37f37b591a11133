import type { z } from "zod";
import { maxHeldWebhooks, maxWebhookEndpoints } from "../contract/limits.ts";
import { allEvents, pingEvent, type WebhookEventType } from "../contract/webhooks/events.ts";
import { type SentEventType, webhookEventData } from "../contract/webhooks/schemas.ts";
import { type ToWire, toWire } from "../contract/wire.ts";
import { db, type Prisma, type Queryable, sql } from "../db/index.ts";
import { type IdPrefix, newId } from "../platform/ids.ts";
import { currentTraceparent } from "../platform/tracing.ts";
import { enqueueTurns, isEnabled, isVerified, laneOf, noAttempt, wakeLanes } from "./jobs.ts";
import type { WebhookOfWork } from "./of-work.ts";

export interface EmittedEvent<Type extends SentEventType = WebhookEventType> {
  userId: string;
  type: Type;
  /** The business object of the event (`generation:gen_…`): each reference is emitted once. */
  reference: string;
  /** The object as returned by the use case that reads it. */
  data: ToWire<z.input<(typeof webhookEventData)[Type]>>;
  /** The trace context of the cause; the current one when absent. */
  traceparent?: string | null;
  /** A free result of a batch: sent only to endpoints that subscribe to these. */
  isReused?: boolean;
  /** The webhook of the work itself, which gets it whatever endpoints subscribe to. */
  webhook?: WebhookOfWork | null;
}

/** SQL condition: whether endpoint `e` subscribes to event `g`. */
const takes = sql`${isEnabled} AND e.events && ARRAY[${allEvents}::text, g.type]`;

/** As `emitEvents`, for one event. */
export async function emitEvent<Type extends WebhookEventType>(
  event: EmittedEvent<Type>,
  on?: Queryable,
): Promise<void> {
  await emitEvents([event], on);
}

/**
 * Writes events to the logs of their accounts, with a delivery and a job for every subscribed endpoint: one
 * statement, once per reference. A free result of a batch is written only if an endpoint subscribes to these.
 */
export async function emitEvents<Type extends WebhookEventType>(
  events: readonly EmittedEvent<Type>[],
  on?: Queryable,
): Promise<void> {
  const isMeant = sql`${takes} AND (NOT g.is_reused OR ${takesReused})`;
  await insertDeliveries(events, { isMeant, isLogged: sql`NOT g.is_reused` }, on);
}

/** SQL condition: whether endpoint `e` subscribes to single free results of batches. */
const takesReused = sql`e.reused_items IS TRUE`;

/** SQL condition: whether an account has an enabled endpoint that subscribes to single free results of batches. */
export function hasReusedTakers(userId: Prisma.Sql): Prisma.Sql {
  return sql`EXISTS (SELECT FROM webhook_endpoint e
    WHERE e.user_id = ${userId} AND ${isEnabled} AND ${takesReused})`;
}

/**
 * Sends a test event to one endpoint of the account and returns the delivery's id; null when there is no such
 * endpoint.
 */
export async function emitPing(userId: string, endpointId: string, on?: Queryable): Promise<string | null> {
  const event = { userId, type: pingEvent, reference: newId("row"), data: { endpointId } } as const;
  const isMeant = sql`e.id = ${endpointId} AND e.deleted_at IS NULL`;
  const [deliveryId] = await insertDeliveries([event], { isMeant, isLogged: sql`false` }, on);
  return deliveryId ?? null;
}

/** SQL conditions on an event `g` and an endpoint `e` of its account. */
interface Audience {
  /** Whether the endpoint receives the event. */
  isMeant: Prisma.Sql;
  /** Whether the event is written even if no endpoint receives it. */
  isLogged: Prisma.Sql;
}

/** Writes the events, their deliveries and one job per endpoint. Returns the ids of the deliveries. */
async function insertDeliveries(
  events: readonly EmittedEvent<SentEventType>[],
  { isMeant, isLogged }: Audience,
  on: Queryable = db(),
): Promise<string[]> {
  if (events.length === 0) return [];
  const eventIds = sortedIds("evt", events.length);
  const given = events.map(({ userId, type, reference, data, traceparent, webhook, ...event }, place) => ({
    place,
    id: eventIds[place],
    user_id: userId,
    type,
    data: webhookEventData[type].parse(toWire(data)),
    reference,
    traceparent: traceparent === undefined ? currentTraceparent() : traceparent,
    is_reused: event.isReused === true,
    webhook_url: webhook?.url,
    webhook_endpoint: webhook?.endpointId,
  }));
  const ids = sortedIds("whd", events.length * (maxWebhookEndpoints + 1));
  const rows = await on.$queryRaw<{ id: string }[]>(sql`
    WITH given AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(given)}::json) AS g (
        place int, id text, user_id text, type text, data json, reference text, traceparent text, is_reused boolean,
        webhook_url text, webhook_endpoint text)
    ), endpoint AS (
      SELECT e.*, ${laneOf} AS lane, NOT ${isVerified} AS is_unverified, CASE WHEN ${isVerified} THEN 0 ELSE (
        SELECT count(*) FROM (
          SELECT FROM webhook_delivery d WHERE d.endpoint_id = e.id AND d.status = 'pending'
          LIMIT ${maxHeldWebhooks}::int) held) END AS held
      FROM webhook_endpoint e WHERE e.user_id IN (SELECT user_id FROM given)
    ), taking AS (
      SELECT g.id AS event_id, e.id, NULL AS url FROM given g JOIN endpoint e ON e.user_id = g.user_id
      WHERE ${isMeant}
      UNION ALL
      SELECT g.id, e.id, g.webhook_url FROM given g
      JOIN endpoint e ON e.id = g.webhook_endpoint AND e.user_id = g.user_id AND e.deleted_at IS NULL
    ), meant AS (
      SELECT e.id, e.user_id, e.lane, e.held, g.id AS event_id, t.url, GREATEST(now(), e.delayed_until) AS start_at,
             row_number() OVER (ORDER BY g.place, e.id, t.url NULLS FIRST) AS place,
             g.type <> ${pingEvent} AND e.is_unverified AS is_held
      FROM taking t JOIN given g ON g.id = t.event_id JOIN endpoint e ON e.id = t.id
    ), event AS (
      INSERT INTO webhook_event (id, user_id, type, data, reference, traceparent)
      SELECT g.id, g.user_id, g.type, g.data, g.reference, g.traceparent FROM given g
      WHERE ${isLogged} OR g.id IN (SELECT event_id FROM meant)
      -- One order for all statements: two that write the same events would otherwise wait for each other.
      ORDER BY g.reference
      ON CONFLICT (reference) DO NOTHING
      RETURNING id
    ), fresh AS (
      SELECT meant.*, is_held AND ${maxHeldWebhooks}::int <
               held + row_number() OVER (PARTITION BY meant.id ORDER BY place) AS is_dropped
      FROM meant JOIN event ON event.id = meant.event_id
    ), sent AS (
      INSERT INTO webhook_delivery (id, user_id, event_id, endpoint_id, url, next_attempt_at, status, attempts)
      SELECT (${ids}::text[])[place], user_id, event_id, id, url,
             CASE WHEN NOT is_dropped THEN now() END,
             (CASE WHEN is_dropped THEN 'failed' ELSE 'pending' END)::webhook_delivery_status,
             CASE WHEN is_dropped THEN ${noAttempt(tooManyHeld)}::jsonb ELSE '[]' END
      FROM fresh
      RETURNING id
    ), turn AS (
      SELECT DISTINCT id AS endpoint_id, user_id, lane, start_at FROM fresh WHERE NOT is_held
    ), ${await enqueueTurns(sql`turn`)}
    SELECT id, ${wakeLanes} FROM sent`);
  return rows.map(({ id }) => id);
}

/** Sorted, because rows of the same moment are listed and sent in the order of their ids. */
function sortedIds(prefix: IdPrefix, count: number): string[] {
  return Array.from({ length: count }, () => newId(prefix)).sort();
}

const tooManyHeld = `not sent: ${maxHeldWebhooks} events waited for the endpoint's first 2xx already`;
