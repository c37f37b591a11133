import type { Owner } from "../accounts/caller.ts";
import { pingEvent } from "../contract/webhooks/events.ts";
import type { WebhookDeliveryStatus } from "../db/generated/enums.ts";
import { db, type Prisma, type Queryable, sql } from "../db/index.ts";
import { type Page, pageAfter, toPage } from "../db/pages.ts";
import { ApiError, refusal } from "../platform/errors.ts";
import { because } from "../platform/reasons.ts";
import { bodyOf, objectIdOf } from "./body.ts";
import { readWait } from "./budget.ts";
import { emitPing } from "./emit.ts";
import { type EndpointInfo, requireEndpoint, requireFormerEndpoint } from "./endpoints.ts";
import { enqueueTurns, isEnabled, laneOf, wakeLanes } from "./jobs.ts";

/** One recorded attempt; `answer` is the beginning of the endpoint's response. */
export interface Attempt {
  at: string;
  statusCode: number | null;
  ms: number;
  error: string | null;
  answer: string;
}

/** Why a delivery waits without a scheduled time: its endpoint must answer a ping first, or must be enabled. */
export type HeldBecause = "endpoint_unverified" | "endpoint_paused";

export interface DeliveryQuery extends Page {
  id: string;
  status?: WebhookDeliveryStatus | undefined;
}

/** One page of an endpoint's deliveries, newest first; also of a deleted endpoint. */
export async function listDeliveries({ id, status, ...page }: DeliveryQuery, by: Owner) {
  const endpoint = await requireFormerEndpoint({ id }, by);
  const rows = await db().webhookDelivery.findMany({
    where: { endpointId: id, userId: by.userId, ...(status && { status }), ...pageAfter(page, "whd") },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: page.limit + 1,
    include: { event: true },
  });
  const { data, nextCursor } = toPage(rows, page);
  return { data: data.map((row) => present(row, endpoint)), nextCursor };
}

/** Sends a test event to an endpoint and returns its delivery. Throws ApiError rate_limited beyond its budget. */
export async function testEndpoint({ id }: { id: string }, by: Owner): Promise<DeliveryInfo> {
  const { status, url, delayedUntil } = await requireEndpoint({ id }, by);
  if (status === "paused") throw notEnabled();
  const waitSeconds = await readWait({ userId: by.userId, url });
  if (waitSeconds > 0) throw overBudget(waitSeconds);
  if (await hasUnsentPing(id)) {
    throw overBudget(delayedUntil ? (delayedUntil.getTime() - Date.now()) / 1000 : 1);
  }
  const deliveryId = await emitPing(by.userId, id);
  if (!deliveryId) throw refusal(because("webhook_endpoint_not_found"));
  return await getDelivery({ id: deliveryId }, by);
}

/** Test events must not pile up: the next one is allowed when the previous one was sent. */
async function hasUnsentPing(endpointId: string): Promise<boolean> {
  const where = { endpointId, status: "pending", attemptsMade: 0, event: { type: pingEvent } } as const;
  return (await db().webhookDelivery.count({ where })) > 0;
}

function overBudget(waitSeconds: number): ApiError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitSeconds));
  return refusal(because("webhook_host_busy"), { retryAfterSeconds });
}

/** Sends an event again at once, whatever the status of its delivery, and restarts its retry schedule. */
export async function redeliver({ id }: { id: string }, by: Owner): Promise<DeliveryInfo> {
  await redeliverWithin(id, by);
  return await getDelivery({ id }, by);
}

/** As `redeliver`, within a transaction. */
export async function redeliverWithin(id: string, by: Owner, on: Queryable = db()): Promise<void> {
  const { endpointId } = await findDelivery(id, by);
  // Nothing is sent to a deleted endpoint.
  await requireEndpoint({ id: endpointId }, by);
  const rows = await on.$queryRaw<unknown[]>(sql`
    WITH again AS (
      UPDATE webhook_delivery d SET status = 'pending', tries = 0, next_attempt_at = now()
      FROM webhook_endpoint e
      WHERE d.id = ${id} AND d.user_id = ${by.userId} AND e.id = d.endpoint_id AND ${isEnabled}
      RETURNING d.endpoint_id, e.user_id, ${laneOf} AS lane, d.next_attempt_at AS start_at
    ), ${await enqueueTurns(sql`again`)}
    SELECT endpoint_id, ${wakeLanes} FROM again`);
  if (rows.length === 0) throw notEnabled();
}

/** One delivery of an account. The id of another account's delivery is refused like an unknown id. */
export async function getDelivery({ id }: { id: string }, by: Owner): Promise<DeliveryInfo> {
  const row = await findDelivery(id, by);
  return present(row, await requireFormerEndpoint({ id: row.endpointId }, by));
}

async function findDelivery(id: string, { userId }: Owner) {
  const row = await db().webhookDelivery.findFirst({ where: { id, userId }, include: { event: true } });
  if (!row) throw refusal(because("webhook_delivery_not_found"));
  return row;
}

type DeliveryRow = Prisma.WebhookDeliveryGetPayload<{ include: { event: true } }>;
export type DeliveryInfo = ReturnType<typeof present>;

function present(row: DeliveryRow, endpoint: EndpointInfo) {
  const { id, status, attempts, createdAt, event } = row;
  const heldBecause = findHold(row, endpoint);
  return {
    id,
    status,
    heldBecause,
    createdAt,
    /** Type of the event. */
    event: event.type,
    eventId: event.id,
    /** Id of the event's object; null: the account. */
    objectId: objectIdOf(event.data),
    /** That of the endpoint, or of the work (`webhook_url`). */
    url: row.url ?? endpoint.url,
    nextAttemptAt: heldBecause ? null : laterOf(row.nextAttemptAt, endpoint.delayedUntil),
    attempts: attempts as unknown as Attempt[],
    /** The request body. */
    payload: bodyOf(event),
  };
}

function findHold({ status, event }: DeliveryRow, endpoint: EndpointInfo): HeldBecause | null {
  if (status !== "pending") return null;
  if (endpoint.status === "paused") return "endpoint_paused";
  return endpoint.isVerified || event.type === pingEvent ? null : "endpoint_unverified";
}

/** The later one of two times; null without a scheduled time. */
function laterOf(at: Date | null, notBefore: Date | null): Date | null {
  return at && notBefore && notBefore > at ? notBefore : at;
}

export const notEnabled = () => new ApiError("endpoint_paused", "The webhook endpoint is paused.");
