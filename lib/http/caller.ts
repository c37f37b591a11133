import type { Caller } from "../accounts/caller.ts";
import { type AccountRow, type AccountState, accountColumns, toAccountState } from "../accounts/state.ts";
import { hasSessionCookie, readCookie, viewCookie } from "../auth/cookies.ts";
import { getSession } from "../auth/request-session.ts";
import { defaultScopes, type Scope } from "../contract/keys/scopes.ts";
import { fillTestBalance } from "../credits/test-balance.ts";
import { db, type Prisma, sql } from "../db/index.ts";
import { isUnavailable } from "../db/unavailable.ts";
import { hashKey, isWellFormedKey, looksLikeKey } from "../keys/format.ts";
import { BodyError } from "../platform/body.ts";
import { batchByKey } from "../platform/concurrency.ts";
import { env } from "../platform/env.ts";
import { ApiError, refusal } from "../platform/errors.ts";
import { isTestAccount } from "../platform/ids.ts";
import { because } from "../platform/reasons.ts";
import { type RateLimitState, rateLimitStatement, readRateLimit } from "./rate-limit.ts";

/** The authenticated caller, with subscription and balance read by the same statement. */
export interface AuthenticatedCaller extends Pick<Caller, "userId" | "apiKeyId"> {
  /** The scopes of the key. A session has all but the scope for keys, because its owner manages keys on a page. */
  scopes: readonly Scope[];
  account: AccountState;
  rateLimit: RateLimitState;
}

/** Callers of internal requests, which the service makes while it handles a caller's request. */
const carried = new WeakMap<Request, AuthenticatedCaller>();

/** Attributes an internal request to the caller, without the key and without counting against the rate limit. */
export function carryCaller(request: Request, caller: AuthenticatedCaller): Request {
  carried.set(request, caller);
  return request;
}

/**
 * Authenticates the caller by API key (header or query) or, on same-origin requests, by dashboard session; counts the
 * request against the rate limit in the same statement. Throws ApiError `missingKeyCode` or invalid_api_key.
 */
export async function requireCaller(
  request: Request,
  missingKeyCode: "missing_api_key" | "invalid_api_key",
): Promise<AuthenticatedCaller> {
  const known = carried.get(request);
  if (known) return known;
  const keys = keysOf(request);
  if (keys.length === 0) {
    const caller =
      hasSessionCookie(request.headers) && isSameOrigin(request) ? await callerOfSession(request) : null;
    if (!caller) throw new ApiError(missingKeyCode, because("key_missing"));
    return requireOpenAccount(caller);
  }
  const [key = ""] = keys;
  if (keys.length > 1 && (keys.some((other) => other !== key) || hasRepeatedQueryKey(request))) {
    throw refusal(because("several_keys"));
  }
  const caller = isWellFormedKey(key) ? await recognizeKey(hashKey(key)) : null;
  if (!caller) throw new ApiError("invalid_api_key", "The API key is invalid, expired or revoked.");
  return requireOpenAccount(caller);
}

/** A session acts for its own user; within a view (auth/page.ts) it may read the customer's data but not write. */
async function callerOfSession(request: Request): Promise<AuthenticatedCaller | null> {
  const session = await getSession(request.headers);
  if (!session) return null;
  const { userId, sessionId } = session;
  const viewId = readCookie(request.headers, viewCookie);
  const view = viewId === null ? null : await viewOf(viewId, { operatorId: userId, sessionId });
  if (!view) return await callerOfUser(userId);
  if (request.method !== "GET" && request.method !== "HEAD") throw refusal(because("view_read_only"));
  const caller = await callerOfUser(view.userId);
  return caller && { ...caller, scopes: viewScopes };
}

/** Loaded when needed: calls with a key need nothing of the support desk. */
async function viewOf(id: string, by: { operatorId: string; sessionId: string }) {
  const { findView } = await import("../support/view.ts");
  return await findView(id, by);
}

/** A view shows neither keys nor webhook URLs, because both may contain secrets. */
const viewScopes: readonly Scope[] = ["work:read", "looks", "account:read"];

async function recognizeKey(hash: string): Promise<AuthenticatedCaller | null> {
  const askedAtMs = performance.now();
  const caller = await callerOfKey(hash);
  if (caller === null || !isTestAccount(caller.userId)) return caller;
  const isStale = await fillTestBalance(caller.userId, askedAtMs);
  return isStale ? await callerOfKey(hash) : caller;
}

/** Throws invalid_api_key, which every operation documents, if the account is suspended or deleted. */
export function requireOpenAccount(caller: AuthenticatedCaller): AuthenticatedCaller {
  const { shut } = caller.account;
  if (shut === null) return caller;
  throw refusal(because(shut === "suspended" ? "key_account_suspended" : "key_account_deleted"));
}

/**
 * The error of a call whose account was deleted while it ran: invalid_api_key instead of the unexpected error that the
 * missing rows cause. Any other error is returned as it is.
 */
export async function explainFailure(error: unknown, caller: AuthenticatedCaller | null): Promise<unknown> {
  if (caller === null || error instanceof ApiError || error instanceof BodyError || isUnavailable(error))
    return error;
  const where = { id: caller.userId };
  const isThere = await db()
    .user.count({ where })
    .catch(() => 1);
  return isThere ? error : refusal(because("key_account_deleted"), { cause: error });
}

/** The `WWW-Authenticate` challenge (RFC 6750); it contains an error only if the request had a key. */
export function challengeOf(request: Request): string {
  const error = keysOf(request).length > 0 ? [`error="invalid_token"`] : [];
  return `Bearer ${[`realm="Photo Generation Service API"`, ...error].join(", ")}`;
}

/**
 * Every key in the request. Empty keys and other credentials (such as a proxy's Basic) are ignored; a key of this
 * service without the word `Bearer` is one.
 */
function keysOf(request: Request): string[] {
  const header = request.headers.get("authorization")?.trim() ?? "";
  const bearer = looksLikeKey(header) ? header : /^Bearer(?: +(.*))?$/i.exec(header)?.[1]?.trim();
  const sent = [...new URL(request.url).searchParams.getAll("key"), request.headers.get("x-api-key"), bearer];
  return sent.flatMap((value) => (value ? [value] : []));
}

function hasRepeatedQueryKey(request: Request): boolean {
  return new URL(request.url).searchParams.getAll("key").length > 1;
}

/** A session is accepted only on requests that the browser marks as same-origin. */
export function isSameOrigin(request: Request): boolean {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  return request.headers.get("origin") === new URL(env().BASE_URL).origin;
}

interface CallerRow extends AccountRow {
  userId: string;
  apiKeyId: string | null;
  scopes: Scope[];
  /** False when rows of the account are missing, which only the operator can repair. */
  isWhole: boolean;
  arrivalInMs: number | null;
}

/**
 * Concurrent requests of one caller share a statement, because all would wait for the lock of the same row. If they
 * do not all fit into the rate limit, each request is counted by itself.
 */
export async function findTogether(
  find: Finder,
  id: string,
  requests: number,
): Promise<(AuthenticatedCaller | null)[]> {
  const row = await find(id, requests);
  if (!row) return Array.from({ length: requests }, () => null);
  if (row.arrivalInMs === null && requests > 1) {
    const rows = await Promise.all(Array.from({ length: requests }, () => find(id, 1)));
    return rows.map((own) => own && toCaller(own, 0));
  }
  return Array.from({ length: requests }, (_, place) => toCaller(row, requests - 1 - place));
}

export type Finder = (id: string, requests: number) => Promise<CallerRow | null>;

const findByKey: Finder = (hash, requests) =>
  findCaller(
    sql`SELECT id AS api_key_id, user_id, scopes FROM api_key
        WHERE (hash = ${hash} OR previous_hash = ${hash} AND previous_until > now())
          AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`,
    requests,
  );
const findByUser: Finder = (userId, requests) =>
  findCaller(
    sql`SELECT NULL::text AS api_key_id, id AS user_id, ${defaultScopes} AS scopes FROM "user" WHERE id = ${userId}`,
    requests,
  );

const callerOfKey = batchByKey((hash, requests) => findTogether(findByKey, hash, requests));
const callerOfUser = batchByKey((userId, requests) => findTogether(findByUser, userId, requests));

export async function findCaller(who: Prisma.Sql, requests: number): Promise<CallerRow | null> {
  const rows = await db().$queryRaw<CallerRow[]>(sql`
    WITH who AS (${who}), touched AS (
      UPDATE api_key SET last_used_at = now() FROM who
      WHERE api_key.id = who.api_key_id
        AND (api_key.last_used_at IS NULL OR api_key.last_used_at < now() - interval '1 minute')
    ), counted AS (${rateLimitStatement(requests)})
    SELECT who.user_id AS "userId", who.api_key_id AS "apiKeyId", who.scopes, ${accountColumns},
           s.user_id IS NOT NULL AND b.user_id IS NOT NULL AS "isWhole", counted.arrival_in_ms AS "arrivalInMs"
    FROM who
    LEFT JOIN subscription s ON s.user_id = who.user_id
    LEFT JOIN balance b ON b.user_id = who.user_id
    LEFT JOIN counted ON true`);
  return rows[0] ?? null;
}

function toCaller(row: CallerRow, later: number): AuthenticatedCaller {
  const { userId, apiKeyId, scopes, isWhole, arrivalInMs, ...account } = row;
  if (!isWhole) throw new Error(`The account of user ${userId} has no subscription or balance row`);
  return {
    userId,
    apiKeyId,
    scopes,
    account: toAccountState(account),
    rateLimit: readRateLimit(arrivalInMs, later),
  };
}
