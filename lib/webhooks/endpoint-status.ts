import { pingEvent } from "../contract/webhooks/events.ts";
import type { WebhookPauseReason } from "../db/generated/enums.ts";
import { type Prisma, type Queryable, sql } from "../db/index.ts";
import { accountsOf } from "../platform/ids.ts";
import { emitPing } from "./emit.ts";
import { enqueueTurns, isVerified, laneOf, wakeLanes } from "./jobs.ts";
import { makeSecret } from "./secret.ts";

/** Stops sending to an endpoint and holds its waiting deliveries. False when it was already paused. */
export async function pauseEndpoint(id: string, reason: WebhookPauseReason, on: Queryable): Promise<boolean> {
  const paused = await on.$executeRaw(sql`
    UPDATE webhook_endpoint SET status = 'paused', pause_reason = ${reason}::webhook_pause_reason
    WHERE id = ${id} AND status = 'enabled'`);
  await on.$executeRaw(sql`
    UPDATE webhook_delivery SET next_attempt_at = NULL WHERE endpoint_id = ${id} AND status = 'pending'`);
  return paused === 1;
}

/**
 * Pauses every endpoint of an account and replaces its secret: an intruder may have set the URL and may know the
 * secret. The owner enables the right ones again. Returns the number of endpoints.
 */
export async function secureEndpoints(userId: string, tx: Prisma.TransactionClient): Promise<number> {
  const endpoints = await tx.webhookEndpoint.findMany({
    where: { userId: { in: accountsOf(userId) }, deletedAt: null },
    select: { id: true },
  });
  for (const { id } of endpoints) {
    await pauseEndpoint(id, "owner", tx);
    const secret = { secret: makeSecret().sealed, previousSecret: null, previousSecretUntil: null };
    await tx.webhookEndpoint.update({ where: { id }, data: { ...secret, securedAt: new Date() } });
  }
  return endpoints.length;
}

/** Sends a waiting ping at once, else a new one, so that successive changes do not pile up pings. */
export async function pingAnew(id: string, userId: string, on: Queryable): Promise<void> {
  const waiting = await on.$queryRaw<unknown[]>(sql`
    WITH waiting AS (
      UPDATE webhook_delivery d SET next_attempt_at = now(), tries = 0
      FROM webhook_event v
      WHERE d.endpoint_id = ${id} AND d.status = 'pending' AND v.id = d.event_id AND v.type = ${pingEvent}
      RETURNING d.endpoint_id
    ), turn AS (
      SELECT e.id AS endpoint_id, e.user_id, ${laneOf} AS lane, now() AS start_at FROM webhook_endpoint e
      WHERE e.id IN (SELECT endpoint_id FROM waiting)
    ), ${await enqueueTurns(sql`turn`)}
    SELECT endpoint_id, ${wakeLanes} FROM turn`);
  if (waiting.length === 0) await emitPing(userId, id, on);
}

/** Sends its waiting deliveries; an unverified endpoint gets a test ping first. */
export async function enableEndpoint(id: string, on: Queryable): Promise<void> {
  const enabled = await on.$queryRaw<{ userId: string; isVerified: boolean }[]>(sql`
    WITH enabled AS (
      UPDATE webhook_endpoint e
      SET status = 'enabled', pause_reason = NULL, failing_since = NULL, secured_at = NULL
      WHERE e.id = ${id} AND e.status = 'paused'
      RETURNING e.id AS endpoint_id, e.user_id, ${laneOf} AS lane, now() AS start_at, ${isVerified} AS is_verified
    ), woken AS (
      UPDATE webhook_delivery d SET next_attempt_at = now() FROM enabled
      WHERE d.endpoint_id = enabled.endpoint_id AND d.status = 'pending'
    ), ${await enqueueTurns(sql`enabled`)}
    SELECT user_id AS "userId", is_verified AS "isVerified", ${wakeLanes} FROM enabled`);
  for (const { userId, isVerified: isReady } of enabled) if (!isReady) await pingAnew(id, userId, on);
}
