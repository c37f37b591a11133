import type { z } from "zod";
import { maxWebhookEndpoints } from "../contract/limits.ts";
import { allEvents, pingEvent, type WebhookEventType } from "../contract/webhook-events.ts";
import { type SentEventType, webhookEventData } from "../contract/webhook-schemas.ts";
import { type ToWire, toWire } from "../contract/wire.ts";
import { db, type Prisma, type Queryable, sql } from "../db/index.ts";
import { newId } from "../platform/ids.ts";
import { wakeWorkers } from "../queue/enqueue.ts";
import { webhookQueue } from "../queue/queues.ts";
import { enqueueAttempts } from "./jobs.ts";

export interface EmittedEvent<Type extends SentEventType = WebhookEventType> {
  userId: string;
  type: Type;
  /** The business object behind it (`generation:gen_…`): the same reference is told once. */
  reference: string;
  /** As the use case that reads it answers. */
  data: ToWire<z.input<(typeof webhookEventData)[Type]>>;
}

const takes = (type: Prisma.Sql) => sql`
  e.status = 'enabled' AND e.events && ARRAY[${allEvents}::text, ${type}]`;

/** Whether an account has an endpoint at all: a condition, for statements that come before an event. */
export function hasEndpoints(userId: Prisma.Sql): Prisma.Sql {
  return sql`EXISTS (SELECT FROM webhook_endpoint e WHERE e.user_id = ${userId} AND e.status = 'enabled')`;
}

/** Whether an account has an endpoint for events of a type: a condition, for the statement that brings one about. */
export function hasEndpointsFor(userId: Prisma.Sql, type: WebhookEventType): Prisma.Sql {
  return sql`EXISTS (
    SELECT FROM webhook_endpoint e WHERE e.user_id = ${userId} AND ${takes(sql`${type}::text`)})`;
}

/**
 * Tells an event to every endpoint of its account that takes its type: the event, a delivery for each and their jobs
 * in one statement, once per reference. Without such an endpoint nothing is written.
 */
export async function emitEvent<Type extends WebhookEventType>(
  event: EmittedEvent<Type>,
  on: Queryable = db(),
): Promise<void> {
  await tell(event, takes(sql`${event.type}::text`), on);
}

/** Tells one endpoint of the account a test event, and answers the delivery; null when there is no such endpoint. */
export async function emitPing(userId: string, endpointId: string): Promise<string | null> {
  const event = { userId, type: pingEvent, reference: newId("row"), data: { endpointId } } as const;
  const [deliveryId] = await tell(event, sql`e.id = ${endpointId}`, db());
  return deliveryId ?? null;
}

async function tell(
  { userId, type, reference, data }: EmittedEvent<SentEventType>,
  isMeant: Prisma.Sql,
  on: Queryable,
): Promise<string[]> {
  const body = JSON.stringify(webhookEventData[type].parse(toWire(data)));
  const ids = Array.from({ length: maxWebhookEndpoints }, () => newId("whd"));
  const rows = await on.$queryRaw<{ id: string }[]>(sql`
    WITH meant AS (
      SELECT e.id, row_number() OVER (ORDER BY e.id) AS place FROM webhook_endpoint e
      WHERE e.user_id = ${userId} AND ${isMeant}
    ), told AS (
      INSERT INTO webhook_event (id, user_id, type, data, reference)
      SELECT ${newId("evt")}, ${userId}, ${type}, ${body}::json, ${reference} WHERE EXISTS (SELECT FROM meant)
      ON CONFLICT (reference) DO NOTHING
      RETURNING id, user_id
    ), sent AS (
      INSERT INTO webhook_delivery (id, user_id, event_id, endpoint_id, next_attempt_at)
      SELECT (${ids}::text[])[meant.place], told.user_id, told.id, meant.id, now() FROM told, meant
      RETURNING id, endpoint_id, attempts_made, next_attempt_at
    ), queued AS (${await enqueueAttempts(sql`sent`)})
    SELECT id, ${wakeWorkers(webhookQueue)} FROM sent`);
  return rows.map(({ id }) => id);
}
