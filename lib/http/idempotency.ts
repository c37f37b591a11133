import { createHash } from "node:crypto";
import { idempotencyHours } from "../contract/limits.ts";
import { dropDeadProcesses } from "../db/heartbeat.ts";
import { db, sql } from "../db/index.ts";
import { isUnavailable } from "../db/unavailable.ts";
import { ApiError } from "../platform/errors.ts";
import { beginWork, bootId, countWork, endWork } from "../platform/process.ts";
import type { SentFile } from "./body.ts";

/** How long a running request locks its key; after that, a retry may claim the key. */
const lockMs = 90_000;
const keptMs = idempotencyHours * 60 * 60 * 1000;

/** One request's claim on its Idempotency-Key. */
export interface IdempotencyClaim {
  userId: string;
  key: string;
}

export interface StoredResponse {
  status: number;
  /** The error body that was sent, or the result of the work. */
  body: unknown;
  headers: Record<string, string>;
}

/** Name under which the claim is registered as running work of this process until `endClaim`. */
export function claimName({ userId, key }: IdempotencyClaim): string {
  return `key:${userId}:${key}`;
}

/** Marks the request of a claim as ended, in success or failure. The sweep releases claims left in the database. */
export function endClaim(claim: IdempotencyClaim): void {
  endWork(claimName(claim));
}

/** Hash that identifies equal requests: the operation and its validated input, independent of how it was encoded. */
export function hashRequest(operation: string, input: unknown): string {
  const body = isFile(input) ? input.file : JSON.stringify(input, inOneOrder);
  return createHash("sha256").update(operation).update("\0").update(body).digest("hex");
}

/** Validation puts all fields in the order of the schema, except the caller's own ones. */
function inOneOrder(name: string, value: unknown): unknown {
  if (name !== "metadata" || typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Files are compared by their bytes; the file name is ignored. */
function isFile(input: unknown): input is SentFile {
  return typeof input === "object" && input !== null && "file" in input && input.file instanceof Uint8Array;
}

/**
 * Registers this request as running and claims its key, see `claimAgain`. The caller must call `endClaim` after it,
 * once.
 */
export function claimKey(
  claim: IdempotencyClaim,
  operation: string,
  requestHash: string,
): ReturnType<typeof claimAgain> {
  beginWork(claimName(claim));
  return claimAgain(claim, operation, requestHash);
}

/**
 * Claims a key for a request that is registered, or returns the stored response of the first request. Keys are per
 * user and expire after 24 hours. `deletedId`: the result was deleted, so the stored URL is dead. `resumedId`: work
 * that the first request paid for and no longer waits for. Throws ApiError idempotency_in_progress or
 * idempotency_mismatch.
 */
export async function claimAgain(
  claim: IdempotencyClaim,
  operation: string,
  requestHash: string,
): Promise<(StoredResponse & { deletedId: string | null }) | { resumedId: string } | "claimed"> {
  const { userId, key } = claim;
  const claimed = await db().$executeRaw(sql`
    INSERT INTO idempotency_key AS k (user_id, key, operation, request_hash, boot_id, locked_until, expires_at)
    VALUES (${userId}, ${key}, ${operation}, ${requestHash}, ${bootId()},
            now() + ${lockMs}::int * interval '1 millisecond', now() + ${keptMs}::int * interval '1 millisecond')
    ON CONFLICT (user_id, key) DO UPDATE
      SET operation = excluded.operation, request_hash = excluded.request_hash, state = 'running',
          response_status = NULL, response_body = NULL, response_header = NULL, work_id = NULL,
          boot_id = excluded.boot_id, locked_until = excluded.locked_until, expires_at = excluded.expires_at
      WHERE k.expires_at < now()
        OR (k.state = 'running' AND k.work_id IS NULL AND k.locked_until < now())`);
  if (claimed === 1) return "claimed";

  const stored = await db().idempotencyKey.findUnique({ where: { userId_key: { userId, key } } });
  if (stored && (stored.requestHash !== requestHash || stored.operation !== operation)) {
    throw new ApiError("idempotency_mismatch", "This Idempotency-Key was used with another request.");
  }
  if (stored?.state === "running" && stored.workId && !(await isAwaited(claim, stored))) {
    return { resumedId: stored.workId };
  }
  // A key that was released after the INSERT counts as running: the client retries and then gets it.
  if (!stored || stored.state === "running" || stored.responseStatus === null) {
    throw new ApiError("idempotency_in_progress", "A request with this Idempotency-Key is still running.", {
      retryAfterSeconds: 2,
    });
  }
  const headers = (stored.responseHeader ?? {}) as Record<string, string>;
  const { responseStatus: status } = stored;
  const body = await withResultUrl(stored.responseBody);
  const id = generationOf({ body, headers });
  const deleted = id && status < 300 ? { id, userId, deletedAt: { not: null } } : null;
  const isDeleted = deleted !== null && (await db().generation.count({ where: deleted })) > 0;
  return { status, body, headers, deletedId: isDeleted ? deleted.id : null };
}

/** A stored response with the URL of its picture: that of a reused result refers to it as rows do. */
async function withResultUrl(body: unknown): Promise<unknown> {
  const has = typeof body === "object" && body !== null && "resultUrl" in body;
  if (!has || typeof body.resultUrl !== "string") return body;
  // Imported late: most calls load no image hosts.
  const { toUrl } = await import("../images/reference.ts");
  return { ...body, resultUrl: toUrl(body.resultUrl) };
}

/** Id of the work that a stored response belongs to. */
export function generationOf({ body, headers }: Pick<StoredResponse, "body" | "headers">): string | null {
  const has = typeof body === "object" && body !== null && "generationId" in body;
  const id = has && typeof body.generationId === "string" ? body.generationId : null;
  return id ?? headers["X-Generation-Id"] ?? null;
}

/** Whether the request that claimed a key still waits for its work. */
async function isAwaited(
  claim: IdempotencyClaim,
  stored: { bootId: string; lockedUntil: Date },
): Promise<boolean> {
  if (stored.lockedUntil <= new Date()) return false;
  // The count includes this request.
  if (stored.bootId === bootId()) return countWork(claimName(claim)) > 1;
  await dropDeadProcesses();
  return (await db().appProcess.count({ where: { bootId: stored.bootId } })) > 0;
}

/** Unlocks a claimed key whose request does not wait for the work that it paid for. */
export async function leaveKey({ userId, key }: IdempotencyClaim): Promise<void> {
  await db().idempotencyKey.updateMany({
    where: { userId, key, bootId: bootId(), state: "running" },
    data: { lockedUntil: new Date(0) },
  });
}

/**
 * Stores the response that replays of a claimed key return. Does nothing if a response is already stored. `workId`:
 * what an earlier request with the key paid for, whose process may have ended.
 */
export async function storeResponse(
  claim: IdempotencyClaim,
  response: StoredResponse,
  workId: string | null = null,
): Promise<void> {
  await db().$executeRaw(sql`
    UPDATE idempotency_key
    SET state = 'done', response_status = ${response.status}, response_body = ${JSON.stringify(response.body)}::jsonb,
        response_header = ${JSON.stringify(response.headers)}::jsonb
    WHERE user_id = ${claim.userId} AND key = ${claim.key} AND state = 'running'
      AND (boot_id = ${bootId()} OR work_id = ${workId})`);
}

/**
 * Releases a claimed key, so that it can be used again after a refused request. A key of paid work that was not
 * refunded is kept. If the database is unavailable, the sweep releases the key later: the client must receive the
 * refusal, not this error.
 */
export async function releaseKey(claim: IdempotencyClaim): Promise<void> {
  const given = db().$executeRaw(sql`
    DELETE FROM idempotency_key
    WHERE user_id = ${claim.userId} AND key = ${claim.key} AND boot_id = ${bootId()} AND state = 'running'
      AND (work_id IS NULL OR (
        SELECT bool_and(g.status = 'failed') FROM generation g
        WHERE g.id = idempotency_key.work_id OR g.batch_id = idempotency_key.work_id))`);
  await given.catch((error: unknown) => {
    if (!isUnavailable(error)) throw error;
  });
}
