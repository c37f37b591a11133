import type { WebhookDeliveryStatus } from "../db/generated/enums.ts";
import { db, sql } from "../db/index.ts";
import { withPresentUrls } from "../images/reference.ts";
import { ApiError, invalidParam } from "../platform/errors.ts";
import { wakeWorkers } from "../queue/enqueue.ts";
import { webhookQueue } from "../queue/queues.ts";
import { emitPing } from "./emit.ts";
import { requireEndpoint } from "./endpoints.ts";
import { enqueueAttempts } from "./jobs.ts";
import { type Page, pageAfter, toPage } from "./page.ts";

/** One attempt as it is kept; `answer` is the beginning of what the endpoint said. */
export interface Attempt {
  at: string;
  statusCode: number | null;
  ms: number;
  error: string | null;
  answer: string;
}

export interface DeliveryInfo {
  id: string;
  /** Type of the event. */
  event: string;
  status: WebhookDeliveryStatus;
  attempts: Attempt[];
  nextAttemptAt: Date | null;
  createdAt: Date;
  /** The body that is sent. */
  body: EventBody;
}

interface By {
  userId: string;
}

export interface DeliveryQuery extends Page {
  id: string;
  status?: WebhookDeliveryStatus | undefined;
}

/** One page of what was sent to an endpoint, newest first. */
export async function listDeliveries({ id, status, ...page }: DeliveryQuery, by: By) {
  await requireEndpoint({ id }, by);
  const rows = await db().webhookDelivery.findMany({
    where: { endpointId: id, userId: by.userId, ...(status && { status }), ...pageAfter(page, "whd") },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: page.limit + 1,
    include: { event: true },
  });
  const { data, nextCursor } = toPage(rows, page);
  return { data: data.map(present), nextCursor };
}

/** Sends a test event to an endpoint, and answers its delivery. */
export async function testEndpoint({ id }: { id: string }, by: By): Promise<DeliveryInfo> {
  const { status } = await requireEndpoint({ id }, by);
  if (status === "paused") throw paused();
  const deliveryId = await emitPing(by.userId, id);
  if (!deliveryId) throw new ApiError("not_found", "No such webhook endpoint exists.");
  return await requireDelivery(deliveryId, by);
}

/** Sends an event again at once, however its delivery stands; its table of waits begins anew. */
export async function redeliver({ id }: { id: string }, by: By): Promise<DeliveryInfo> {
  await requireDelivery(id, by);
  const rows = await db().$queryRaw<unknown[]>(sql`
    WITH again AS (
      UPDATE webhook_delivery d SET status = 'pending', tries = 0, next_attempt_at = now()
      FROM webhook_endpoint e
      WHERE d.id = ${id} AND d.user_id = ${by.userId} AND e.id = d.endpoint_id AND e.status = 'enabled'
      RETURNING d.id, d.endpoint_id, d.attempts_made, d.next_attempt_at
    ), queued AS (${await enqueueAttempts(sql`again`, "again")})
    SELECT id, ${wakeWorkers(webhookQueue)} FROM again`);
  if (rows.length === 0) throw paused();
  return await requireDelivery(id, by);
}

async function requireDelivery(id: string, { userId }: By): Promise<DeliveryInfo> {
  const row = await db().webhookDelivery.findFirst({ where: { id, userId }, include: { event: true } });
  if (!row) throw new ApiError("not_found", "No such delivery exists.");
  return present(row);
}

export interface EventBody {
  id: string;
  type: string;
  timestamp: string;
  data: unknown;
}

interface EventRow {
  id: string;
  type: string;
  data: unknown;
  createdAt: Date;
}

/** The body of every attempt to tell an event: the same bytes, as long as the service has the same address. */
export function bodyOf({ id, type, createdAt, data }: EventRow): EventBody {
  return { id, type, timestamp: createdAt.toISOString(), data: withPresentUrls(data) };
}

interface DeliveryRow extends Omit<DeliveryInfo, "event" | "attempts" | "body"> {
  attempts: unknown;
  event: EventRow;
}

function present({ id, status, attempts, nextAttemptAt, createdAt, event }: DeliveryRow): DeliveryInfo {
  return {
    ...{ id, status, nextAttemptAt, createdAt, event: event.type },
    attempts: attempts as Attempt[],
    body: bodyOf(event),
  };
}

const paused = () => invalidParam("id", "the endpoint is paused; enable it first");
