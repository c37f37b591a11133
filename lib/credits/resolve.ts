import type { Fidelity, PhotoMode } from "#lib/contract/photos/modes.ts";
import type { PhotoNote } from "#lib/contract/photos/notes.ts";
import type { Box } from "#lib/contract/photos/sizes.ts";
import type { Stance } from "#lib/contract/photos/values.ts";
import { withAttemptEnd } from "#lib/credits/attempts.ts";
import type { Balances } from "#lib/credits/charge.ts";
import { creditsReturned } from "#lib/credits/refunds.ts";
import { type ColumnFrom, columnsFrom } from "#lib/credits/work-columns.ts";
import type { GenerationStatus } from "#lib/db/generated/enums.ts";
import { db, Prisma, sql } from "#lib/db/index.ts";
import { type OpenStatus, openStatuses, type RefundedStatus } from "#lib/db/work-status.ts";
import { toStored } from "#lib/images/reference.ts";
import { countCredits } from "#lib/platform/metrics.ts";
import type { Reason } from "#lib/platform/reasons.ts";
import { releaseAttempts } from "#lib/uploads/results.ts";

/** PostgreSQL channel for work that ended or progressed; the payload is a `WorkNotice` as JSON. */
export const workChannel = "work";

/** A notification about work; for ended work it contains the whole response. */
export interface WorkNotice {
  id: string;
  userId: string;
  batchId: string | null;
  status: Exclude<GenerationStatus, "queued">;
  stage?: string;
  resultUrl?: string;
  creditsUsed?: number;
  remaining?: Balances;
  errorCode?: string;
  errorMessage?: string;
  errorFix?: string | null;
  reason?: string | null;
  values?: unknown;
}

export interface StoredResult {
  url: string;
  /** Null if the result is not a separate asset. */
  publicId: string | null;
  width?: number | undefined;
  height?: number | undefined;
  sizeBytes?: number | undefined;
  contentType?: string | undefined;
  /** Bounding box of the product in the result, in pixels. */
  boundingBox?: Box | undefined;
  /** For photos: how it was made, by which hosted model, and how faithful it is to the product. */
  mode?: PhotoMode | undefined;
  model?: string | null | undefined;
  fidelity?: Fidelity | undefined;
  engine?: string | undefined;
  notes?: readonly PhotoNote[] | undefined;
  stance?: Stance | null | undefined;
}

/**
 * Completes a charge: stores the result, so that the credits are spent for good. The same statement stores the
 * response of the Idempotency-Key and notifies waiting requests on commit. Idempotent: the same result returns the
 * balances again; null if the charge was resolved otherwise before. `attemptStartedAt`: when this process began it.
 */
export async function completeCharge(
  id: string,
  result: StoredResult,
  attemptStartedAt: Date | null = null,
): Promise<Balances | null> {
  const { url, publicId } = result;
  const rows = await db().$queryRaw<Balances[]>(sql`
    WITH done AS (
      UPDATE generation
      SET status = 'succeeded', ${assignResult(result)}, stage = NULL,
          attempt_log = ${withAttemptEnd(attemptStartedAt, { outcome: "succeeded" })}, finished_at = now()
      WHERE id = ${id} AND status = 'running'
      RETURNING id, user_id, batch_id, attempts, from_monthly + from_topup AS credits_used
    ), lost AS (${releaseAttempts(sql`(SELECT * FROM done WHERE attempts > 1)`, publicId)}), remaining AS (
      SELECT done.*, b.monthly, b.topup FROM balance b JOIN done ON done.user_id = b.user_id
    ), stored AS (
      UPDATE idempotency_key k
      SET state = 'done', response_status = 200, response_body = jsonb_build_object(
            'generationId', r.id, 'resultUrl', ${url}::text, 'creditsUsed', r.credits_used, 'creditsRemaining',
            jsonb_build_object('monthly', r.monthly, 'topup', r.topup, 'total', r.monthly + r.topup))
      FROM remaining r
      WHERE k.work_id = r.id AND k.state = 'running'
    )
    SELECT monthly, topup, pg_notify(${workChannel}, json_build_object(
             'id', id, 'userId', user_id, 'batchId', batch_id, 'status', 'succeeded', 'resultUrl', ${url}::text,
             'creditsUsed', credits_used, 'remaining', json_build_object('monthly', monthly, 'topup', topup))::text)::text
    FROM remaining`);
  const row = rows[0];
  return row ? { monthly: row.monthly, topup: row.topup } : await readCompleted(id, url);
}

/** The columns of a result, for the SET of an UPDATE. */
function assignResult({ url, publicId, ...facts }: StoredResult): Prisma.Sql {
  const values: Partial<Record<ColumnFrom<"result">, unknown>> = {
    ...facts,
    resultRef: toStored(url),
    resultPublicId: publicId,
  };
  const assignments = columnsFrom("result").map(({ key, name, type }) => {
    const value = values[key] ?? null;
    const written = type === "jsonb" && value !== null ? JSON.stringify(value) : value;
    return sql`${Prisma.raw(name)} = ${written}::${Prisma.raw(type)}`;
  });
  return Prisma.join(assignments);
}

/** A separate statement, so that it sees what another attempt committed while the UPDATE waited for the row lock. */
async function readCompleted(id: string, url: string): Promise<Balances | null> {
  const rows = await db().$queryRaw<Balances[]>(sql`
    SELECT b.monthly, b.topup FROM generation g JOIN balance b ON b.user_id = g.user_id
    WHERE g.id = ${id} AND g.status = 'succeeded' AND g.result_ref = ${toStored(url)}`);
  return rows[0] ?? null;
}

export interface Refund {
  status: RefundedStatus;
  /** Only work in these states is refunded. */
  from: readonly OpenStatus[];
  /** Maximum number of refunds per call. */
  atMost?: number;
  errorCode?: string;
  /** Message for the user. */
  errorMessage?: string;
  /** How the caller can fix the error, if this differs from the text of the error code. */
  errorFix?: string | undefined;
  reason?: Reason | null | undefined;
  /** The party that must change something before failed work can succeed. Default: the service. */
  fault?: Fault;
  /** The failed attempt of this process; `error` is the cause, for the operator. */
  attempt?: { startedAt: Date | null; error: string };
}

/** `caller`: the order or its picture must change. */
export type Fault = "caller" | "service";

/**
 * Refunds charges: each part returns to the bucket it was taken from, the monthly part only within the same billing
 * period. `which` is a condition on `generation`. Returns the ids that this call refunded; work that was resolved
 * before is not changed.
 */
export async function refundCharges(
  which: Prisma.Sql,
  { status, from, atMost, errorCode, errorMessage, errorFix, reason, fault = "service", attempt }: Refund,
): Promise<string[]> {
  const log = attempt
    ? sql`, attempt_log = ${withAttemptEnd(attempt.startedAt, { outcome: "failed", error: attempt.error })}`
    : Prisma.empty;
  const limit = atMost === undefined ? Prisma.empty : sql`LIMIT ${atMost}::int`;
  const values = reason ? JSON.stringify(reason.values) : null;
  const states = Prisma.join(from.map((state) => sql`${state}::generation_status`));
  const rows = await db().$queryRaw<{ id: string; credits: number }[]>(sql`
    WITH found AS (
      -- In one order for all: two sweeps would else wait for each other.
      SELECT id AS found_id FROM generation
      WHERE ${which} AND status IN (${states}) ORDER BY id ${limit} FOR UPDATE
    ), undone AS (
      UPDATE generation
      SET status = ${status}::generation_status, error_code = ${errorCode ?? null},
          error_message = ${errorMessage ?? null}, error_fix = ${errorFix ?? null},
          error_reason = ${reason?.reason ?? null}, error_values = ${values}::jsonb, stage = NULL,
          fault = ${status === "failed" ? fault : null}, finished_at = now()${log}
      FROM found WHERE id = found_id AND status IN (${states})
      RETURNING id, user_id, api_key_id, batch_id, operation, attempts, from_monthly, from_topup, period, created_at
    ), lost AS (${releaseAttempts(sql`undone`, null)}), ${creditsReturned}
    SELECT id, to_monthly + from_topup AS credits, pg_notify(${workChannel}, json_build_object(
             'id', id, 'userId', user_id, 'batchId', batch_id, 'status', ${status}::text, 'creditsUsed', 0,
             'errorCode', ${errorCode ?? null}::text, 'errorMessage', ${errorMessage ?? null}::text,
             'errorFix', ${errorFix ?? null}::text, 'reason', ${reason?.reason ?? null}::text,
             'values', ${values}::jsonb)::text)::text
    FROM part`);
  countCredits(
    "refund",
    rows.reduce((sum, { credits }) => sum + credits, 0),
  );
  return rows.map(({ id }) => id);
}

/** Refunds the charge of queued or running work. Returns false if it was resolved before. */
export async function refundCharge(
  id: string,
  errorCode: string,
  {
    message = "The image could not be made.",
    fix,
    ...facts
  }: { message?: string; fix?: string | undefined } & Pick<Refund, "fault" | "attempt" | "reason"> = {},
): Promise<boolean> {
  const refunded = await refundCharges(sql`id = ${id}`, {
    status: "failed",
    from: openStatuses,
    errorCode,
    errorMessage: message,
    errorFix: fix,
    ...facts,
  });
  return refunded.length === 1;
}
