import { type RecognizedCaller, requireNotSecuredSince } from "../accounts/secured.ts";
import { maxWebhookEndpoints, secretOverlapHours } from "../contract/limits.ts";
import type { WebhookEndpointStatus, WebhookPauseReason } from "../db/generated/enums.ts";
import { db, type Prisma, type Queryable, sql } from "../db/index.ts";
import { ApiError } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { enqueueAttempts } from "./jobs.ts";
import { type Page, pageAfter, toPage } from "./page.ts";
import { makeSecret } from "./secret.ts";
import { requireReachable } from "./target.ts";

const shown = {
  id: true,
  url: true,
  events: true,
  status: true,
  description: true,
  pauseReason: true,
  securedAt: true,
  failingSince: true,
  createdAt: true,
} as const;

export interface EndpointInfo {
  id: string;
  url: string;
  events: string[];
  status: WebhookEndpointStatus;
  description: string | null;
  /** Null unless it is paused. */
  pauseReason: WebhookPauseReason | null;
  /** When it was paused, and got a new secret, because the account was secured. */
  securedAt: Date | null;
  failingSince: Date | null;
  createdAt: Date;
}

type By = RecognizedCaller;

interface EndpointFields {
  url: string;
  events: readonly string[];
  description?: string | undefined;
}

/** Makes an endpoint; its secret is in this answer and in that of a rotation only. */
export async function createEndpoint({ url, events, description }: EndpointFields, by: By) {
  const { userId } = by;
  await requireReachable(url);
  const { secret, sealed } = makeSecret();
  const made = await db().$transaction(async (tx) => {
    await requireNotSecuredSince(by, tx);
    // One after the other for each account, so that the limit holds.
    await tx.$executeRaw(sql`SELECT id FROM "user" WHERE id = ${userId} FOR NO KEY UPDATE`);
    if ((await tx.webhookEndpoint.count({ where: { userId } })) >= maxWebhookEndpoints) {
      const message = `An account has at most ${maxWebhookEndpoints} webhook endpoints: delete one first.`;
      throw new ApiError("invalid_params", message, { issues: [{ path: "", message }] });
    }
    const id = newId("whe");
    const fields = { url, events: [...new Set(events)], description: description || null };
    return await tx.webhookEndpoint.create({
      data: { id, userId, secret: sealed, ...fields },
      select: shown,
    });
  });
  return { ...made, secret };
}

export async function listEndpoints(page: Page, { userId }: By) {
  const rows = await db().webhookEndpoint.findMany({
    where: { userId, ...pageAfter(page, "whe") },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: page.limit + 1,
    select: shown,
  });
  return toPage(rows, page);
}

/** One endpoint of an account. Another's id answers as an id that never was. */
export async function requireEndpoint({ id }: { id: string }, { userId }: By): Promise<EndpointInfo> {
  const row = await db().webhookEndpoint.findFirst({ where: { id, userId }, select: shown });
  if (!row) throw noEndpoint();
  return row;
}

interface EndpointChange extends Partial<EndpointFields> {
  id: string;
  status?: WebhookEndpointStatus | undefined;
}

/** Changes the fields given. Pausing holds what waits; enabling sends it. */
export async function updateEndpoint(
  { id, status, ...fields }: EndpointChange,
  by: By,
): Promise<EndpointInfo> {
  const { userId } = by;
  const { url, events, description } = fields;
  await requireEndpoint({ id }, by);
  if (url !== undefined) await requireReachable(url);
  await db().$transaction(async (tx) => {
    await requireNotSecuredSince(by, tx);
    await tx.webhookEndpoint.updateMany({
      where: { id, userId },
      data: {
        ...(url !== undefined && { url }),
        ...(events && { events: [...new Set(events)] }),
        ...(description !== undefined && { description: description || null }),
      },
    });
    if (status === "paused") await pauseEndpoint(id, "owner", tx);
    if (status === "enabled") await enableEndpoint(id, tx);
  });
  return await requireEndpoint({ id }, by);
}

/** Removes an endpoint with its deliveries; events that nobody else got go with them in time. */
export async function deleteEndpoint({ id }: { id: string }, { userId }: By) {
  const { count } = await db().webhookEndpoint.deleteMany({ where: { id, userId } });
  if (count === 0) throw noEndpoint();
  return { id, deleted: true as const };
}

/** A new secret; the one before signs too for a day. Two rotations in a day end the first secret at once. */
export async function rotateSecret({ id }: { id: string }, by: By) {
  const { secret, sealed } = makeSecret();
  await db().$transaction(async (tx) => {
    await requireNotSecuredSince(by, tx);
    const count = await tx.$executeRaw(sql`
      UPDATE webhook_endpoint SET secret = ${sealed}, previous_secret = secret,
        previous_secret_until = now() + ${secretOverlapHours}::int * interval '1 hour'
      WHERE id = ${id} AND user_id = ${by.userId}`);
    if (count === 0) throw noEndpoint();
  });
  return { ...(await requireEndpoint({ id }, by)), secret };
}

/** Stops sending to an endpoint: what waits for it is held. False when it was paused already. */
export async function pauseEndpoint(id: string, reason: WebhookPauseReason, on: Queryable): Promise<boolean> {
  const paused = await on.$executeRaw(sql`
    UPDATE webhook_endpoint SET status = 'paused', pause_reason = ${reason}::webhook_pause_reason
    WHERE id = ${id} AND status = 'enabled'`);
  await on.$executeRaw(sql`
    UPDATE webhook_delivery SET next_attempt_at = NULL WHERE endpoint_id = ${id} AND status = 'pending'`);
  return paused === 1;
}

/**
 * Pauses every endpoint of an account, and gives each a new secret: whoever could read the account may have set the
 * address, and may know the secret. The owner enables what is right. Returns how many there are.
 */
export async function secureEndpoints(userId: string, tx: Prisma.TransactionClient): Promise<number> {
  const endpoints = await tx.webhookEndpoint.findMany({ where: { userId }, select: { id: true } });
  for (const { id } of endpoints) {
    await pauseEndpoint(id, "owner", tx);
    const secret = { secret: makeSecret().sealed, previousSecret: null, previousSecretUntil: null };
    await tx.webhookEndpoint.update({ where: { id }, data: { ...secret, securedAt: new Date() } });
  }
  return endpoints.length;
}

async function enableEndpoint(id: string, on: Queryable): Promise<void> {
  await on.$queryRaw(sql`
    WITH enabled AS (
      UPDATE webhook_endpoint SET status = 'enabled', pause_reason = NULL, failing_since = NULL, secured_at = NULL
      WHERE id = ${id} AND status = 'paused' RETURNING id
    ), woken AS (
      UPDATE webhook_delivery d SET next_attempt_at = now() FROM enabled
      WHERE d.endpoint_id = enabled.id AND d.status = 'pending'
      RETURNING d.id, d.endpoint_id, d.attempts_made, d.next_attempt_at
    ), queued AS (${await enqueueAttempts(sql`woken`, "enabled")})
    SELECT id FROM woken`);
}

const noEndpoint = () => new ApiError("not_found", "No such webhook endpoint exists.");
