import { type RecognizedCaller, requireNotSecuredSince } from "../accounts/state.ts";
import { differenceOf, recordAudit } from "../audit/record.ts";
import { keptDeletedEndpoints, maxWebhookEndpoints, secretOverlapHours } from "../contract/limits.ts";
import { db, type Prisma, type Queryable, sql } from "../db/index.ts";
import { type Page, pageAfter, toPage } from "../db/pages.ts";
import { invalidParam, refusal } from "../platform/errors.ts";
import { isTestAccount, newId } from "../platform/ids.ts";
import { because } from "../platform/reasons.ts";
import { emitPing } from "./emit.ts";
import { enableEndpoint, pauseEndpoint, pingAnew } from "./endpoint-status.ts";
import { noAttempt } from "./jobs.ts";
import { makeSecret } from "./secret.ts";
import { requireReachable } from "./target.ts";

const shown = {
  id: true,
  userId: true,
  url: true,
  events: true,
  status: true,
  description: true,
  /** Null unless it is paused. */
  pauseReason: true,
  /** When securing the account paused the endpoint and replaced its secret. */
  securedAt: true,
  failingSince: true,
  /** When its URL first answered with a 2xx. */
  verifiedAt: true,
  /** Nothing is sent before this time because a budget is used up. */
  delayedUntil: true,
  reusedItems: true,
  createdAt: true,
} as const;

type Shown = Prisma.WebhookEndpointGetPayload<{ select: typeof shown }>;
export type EndpointInfo = ReturnType<typeof present>;

function present({ userId, reusedItems, ...row }: Shown) {
  return {
    ...row,
    reusedItems: reusedItems === true,
    /** An unverified endpoint gets only test pings. */
    isVerified: row.verifiedAt !== null,
    livemode: !isTestAccount(userId),
  };
}

type By = RecognizedCaller;

/** Fields recorded in the audit log. */
const audited = ["url", "events", "status", "description", "reusedItems"] as const;
type Audited = Pick<Shown, (typeof audited)[number]>;

function auditedFields({ url, events, status, description, reusedItems }: Audited) {
  return { url, events, status, description, reusedItems: reusedItems === true };
}

interface Audit {
  id: string;
  userId: string;
  action: "created" | "changed" | "deleted" | "secret_rotated";
  before?: Readonly<Record<string, unknown>>;
  after?: Readonly<Record<string, unknown>>;
}

async function audit({ id, userId, action, ...values }: Audit, tx: Queryable): Promise<void> {
  const object = { type: "webhook_endpoint", id } as const;
  await recordAudit(
    { accountId: userId, action: `webhook_endpoint.${action}` as const, object, ...values },
    tx,
  );
}

interface EndpointFields {
  url: string;
  events: readonly string[];
  description?: string | undefined;
  reusedItems?: boolean | undefined;
}

/**
 * Creates an endpoint and sends it a test ping: it gets events once it has answered one with 2xx. Only this response
 * and that of a rotation contain its secret.
 */
export async function createEndpoint(fields: EndpointFields, by: By) {
  const { url, events, description, reusedItems = false } = fields;
  const { userId } = by;
  await requireReachable(url, userId);
  const { secret, sealed } = makeSecret();
  const made = await db().$transaction(async (tx) => {
    await requireNotSecuredSince(by, tx);
    // Serializes the creations of an account, so that the limit holds.
    await tx.$executeRaw(sql`SELECT id FROM "user" WHERE id = ${userId} FOR NO KEY UPDATE`);
    if ((await tx.webhookEndpoint.count({ where: { userId, deletedAt: null } })) >= maxWebhookEndpoints) {
      throw invalidParam("", because("too_many_webhook_endpoints", { count: maxWebhookEndpoints }));
    }
    const id = newId("whe");
    const row = { url, events: [...new Set(events)], description: description || null, reusedItems };
    const created = await tx.webhookEndpoint.create({
      data: { id, userId, secret: sealed, ...row },
      select: shown,
    });
    await emitPing(userId, id, tx);
    await audit({ id, userId, action: "created", after: auditedFields(created) }, tx);
    return present(created);
  });
  return { ...made, secret };
}

export async function listEndpoints(page: Page, { userId }: By) {
  const rows = await db().webhookEndpoint.findMany({
    where: { userId, deletedAt: null, ...pageAfter(page, "whe") },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: page.limit + 1,
    select: shown,
  });
  return toPage(rows.map(present), page);
}

/** One endpoint of an account. The id of another account's endpoint is refused like an unknown id. */
export function requireEndpoint({ id }: { id: string }, { userId }: By): Promise<EndpointInfo> {
  return readEndpoint({ id, userId, deletedAt: null });
}

/** As `requireEndpoint`, including deleted ones: their deliveries stay readable. */
export function requireFormerEndpoint({ id }: { id: string }, { userId }: By): Promise<EndpointInfo> {
  return readEndpoint({ id, userId });
}

async function readEndpoint(where: Prisma.WebhookEndpointWhereInput): Promise<EndpointInfo> {
  const row = await db().webhookEndpoint.findFirst({ where, select: shown });
  if (!row) throw noEndpoint();
  return present(row);
}

interface EndpointChange extends Partial<EndpointFields> {
  id: string;
  status?: Shown["status"] | undefined;
}

/**
 * Changes the given fields. Pausing holds waiting deliveries; enabling sends them. A new URL must be verified again.
 */
export async function updateEndpoint(
  { id, status, ...fields }: EndpointChange,
  by: By,
): Promise<EndpointInfo> {
  const { userId } = by;
  const { url, events, description, reusedItems } = fields;
  const before = await requireEndpoint({ id }, by);
  if (url !== undefined) await requireReachable(url, userId);
  await db().$transaction(async (tx) => {
    await requireNotSecuredSince(by, tx);
    // Waits for a concurrent deletion, and then matches no row.
    const { count } = await tx.webhookEndpoint.updateMany({
      where: { id, userId, deletedAt: null },
      data: {
        ...(reusedItems !== undefined && { reusedItems }),
        ...(events && { events: [...new Set(events)] }),
        ...(description !== undefined && { description: description || null }),
      },
    });
    if (count === 0) throw noEndpoint();
    const isNew = url !== undefined && (await setUrl({ id, userId, url }, tx));
    if (status === "paused") await pauseEndpoint(id, "owner", tx);
    if (status === "enabled") await enableEndpoint(id, tx);
    const isEnabled = (status ?? before.status) === "enabled";
    if (isNew && isEnabled) await pingAnew(id, userId, tx);
    const after = await tx.webhookEndpoint.findUniqueOrThrow({ where: { id }, select: shown });
    const difference = differenceOf(auditedFields(before), auditedFields(after), audited);
    if (difference) await audit({ id, userId, action: "changed", ...difference }, tx);
  });
  return await requireEndpoint({ id }, by);
}

/**
 * Deletes an endpoint: nothing is sent to it any more, and its secret is destroyed. The row is kept for its
 * deliveries, for the last few deleted endpoints of an account.
 */
export async function deleteEndpoint({ id }: { id: string }, { userId }: By) {
  const { url } = await requireEndpoint({ id }, { userId });
  await db().$transaction(async (tx) => {
    const secret = { secret: makeSecret().sealed, previousSecret: null, previousSecretUntil: null };
    const { count } = await tx.webhookEndpoint.updateMany({
      where: { id, userId, deletedAt: null },
      data: { deletedAt: new Date(), status: "paused", pauseReason: "owner", events: [], ...secret },
    });
    if (count === 0) throw noEndpoint();
    await endWaiting(id, tx);
    await audit({ id, userId, action: "deleted", before: { url } }, tx);
    await tx.$executeRaw(sql`
      DELETE FROM webhook_endpoint WHERE id IN (
        SELECT id FROM webhook_endpoint WHERE user_id = ${userId} AND deleted_at IS NOT NULL
        ORDER BY deleted_at DESC, id DESC OFFSET ${keptDeletedEndpoints}::int)`);
  });
  return { id, deleted: true as const };
}

async function endWaiting(endpointId: string, on: Queryable): Promise<void> {
  await on.$executeRaw(sql`
    UPDATE webhook_delivery SET status = 'failed', next_attempt_at = NULL,
      attempts = attempts || ${noAttempt("not sent: the endpoint was deleted")}::jsonb
    WHERE endpoint_id = ${endpointId} AND status = 'pending'`);
}

/**
 * Sets a new secret; the previous one signs too for a day. A second rotation within a day ends the first secret at
 * once.
 */
export async function rotateSecret({ id }: { id: string }, by: By) {
  const { secret, sealed } = makeSecret();
  await db().$transaction(async (tx) => {
    await requireNotSecuredSince(by, tx);
    const count = await tx.$executeRaw(sql`
      UPDATE webhook_endpoint SET secret = ${sealed}, previous_secret = secret,
        previous_secret_until = now() + ${secretOverlapHours}::int * interval '1 hour'
      WHERE id = ${id} AND user_id = ${by.userId} AND deleted_at IS NULL`);
    if (count === 0) throw noEndpoint();
    await audit({ id, userId: by.userId, action: "secret_rotated" }, tx);
  });
  return { ...(await requireEndpoint({ id }, by)), secret };
}

/** Returns false when the URL is unchanged. */
async function setUrl(
  { id, userId, url }: { id: string; userId: string; url: string },
  on: Queryable,
): Promise<boolean> {
  const changed = await on.$executeRaw(sql`
    UPDATE webhook_endpoint
    SET url = ${url}, verified_at = NULL, failing_since = NULL, slow_since = NULL, delayed_until = NULL
    WHERE id = ${id} AND user_id = ${userId} AND url <> ${url}`);
  return changed === 1;
}

const noEndpoint = () => refusal(because("webhook_endpoint_not_found"));
