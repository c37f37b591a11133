import type { Operation } from "../db/generated/enums.ts";
import { db, Prisma, type Queryable, sql } from "../db/index.ts";
import { presentUrl, toStored } from "../images/reference.ts";
import { requireActive } from "../installation/standby.ts";
import { wakeWorkers } from "../queue/enqueue.ts";
import { type Lane, lanes } from "../queue/lanes.ts";
import type { WorkQueue } from "../queue/queues.ts";
import { workJob, workJobsInsert } from "../queue/work-jobs.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { reuseParts } from "./reused.ts";
import { storedBytesOf } from "./stored-bytes.ts";

const hourMs = 60 * 60 * 1000;

export interface Balances {
  monthly: number;
  topup: number;
}

/** One piece of work, as it stands in the history from the moment it is paid. */
export interface ChargedWork {
  id: string;
  operation: Operation;
  cost: number;
  queue: WorkQueue;
  /** How long a worker of this service will take; 0 for what another service does. */
  expectedMs: number;
  imageUrl: string;
  /** The picture of this image host that the result will stand on. */
  sourcePublicId: string | null;
  /** A background picture among the account's uploads. */
  backgroundPublicId?: string | null | undefined;
  style?: string | undefined;
  prompt?: string | undefined;
  aspectRatio?: string | undefined;
  resolution?: string | undefined;
  /** How a photo is to be made; absent: as the operator chose. */
  wantedMode?: string | undefined;
  options?: object | undefined;
  /** The mask that its product is cut out along. */
  maskPublicId?: string | undefined;
  /** Without a mask of its own it takes the one that its account keeps for the picture, as it is when it is paid. */
  takesKeptMask?: boolean | undefined;
  /** Succeeded work of the same account whose result it takes: it costs nothing and is done at once. */
  reusedId?: string | undefined;
  title?: string | undefined;
  metadata?: Record<string, string> | undefined;
  customId?: string | undefined;
  /** In its batch; as given when absent. */
  place?: number | undefined;
}

export interface Charge {
  userId: string;
  apiKeyId: string | null;
  /** The account's plan: by it the queue bounds how many of its jobs are at work. */
  tier: string;
  /** In the order in which it should be made. */
  work: readonly ChargedWork[];
  lane: Lane;
  /** The order that it belongs to; made by the same statement. */
  batch?: { id: string; title?: string | undefined; metadata?: Record<string, string> | undefined };
  idempotencyKey: string | null;
  /** After this the work is worth nothing to its caller: what is still open is refunded. */
  lifetimeMs: number;
  /** Refused where the workers have more than this before it. */
  aheadLimitMs?: number;
  /** How many jobs all live workers make at a time; one when absent. */
  slots?: number;
  /** Refused where the account would then have more than this waiting. */
  waitingLimit: number;
  /** Refused where the account would then have ordered more than this in an hour; any number when absent. */
  hourlyLimit?: number;
  /** Refused where the rows of all its work would then count for more than this. */
  storedLimitBytes?: number;
}

export type ChargeOutcome =
  | ({ kind: "charged"; aheadMs: number } & Balances)
  | { kind: "insufficient" }
  /** Work whose result was to be taken is not there any more, or has another mask. */
  | { kind: "gone" }
  /** More than may be ordered in an hour: all of it can be ordered after this. */
  | { kind: "too_many"; waitMs: number }
  /** The rows of its work take all of the storage that they may. */
  | { kind: "full" }
  | { kind: "overloaded"; aheadMs: number };

/**
 * Takes the cost (monthly credits first, then top-ups), opens the work it pays for and queues its jobs: one
 * statement, so that balance, ledger, work and queue never disagree. All of the work is charged or none.
 *
 * Callers take turns (start-time fair queueing, Goyal et al. 1996): work gets a rank behind its caller's last one
 * that waits, but never before the rank that is served now, and the lowest rank comes next.
 *
 * Work that takes an earlier result stands there as succeeded, without a ledger row; whoever deletes that result at the
 * same moment comes before this statement or after it. Throws ApiError overloaded where this installation is in standby.
 */
export async function chargeCredits(charge: Charge, on: Queryable = db()): Promise<ChargeOutcome> {
  await requireActive();
  const { userId, batch } = charge;
  const { number: lane, priority } = lanes[charge.lane];
  const queues = [...new Set(charge.work.map(({ queue }) => queue))];
  const reuse = reuseParts(
    userId,
    charge.work.some(({ reusedId }) => reusedId !== undefined),
  );
  const takesKept = charge.work.some(({ takesKeptMask }) => takesKeptMask);
  const jobs = await Promise.all(queues.map((queue) => jobsOf(queue, { ...charge, priority })));
  const rows = await on.$queryRaw<
    {
      isCovered: boolean;
      isAdmitted: boolean;
      isReusable: boolean;
      isStorable: boolean;
      waitMs: number;
      aheadMs: number;
      monthly: number;
      topup: number;
    }[]
  >(sql`
    WITH item AS (
      SELECT x.*, sum(x.cost) OVER (ORDER BY x.place) - x.cost AS before,
             ${takesKept ? sql`COALESCE(x.given_mask_id, m.mask_public_id)` : sql`x.given_mask_id`} AS mask_public_id
      FROM jsonb_to_recordset(${JSON.stringify(charge.work.map(toItem))}::jsonb) AS x (
        id text, place int, operation operation, queue text, source_ref text, image_url text, source_public_id text, style text,
        prompt text, aspect_ratio text, resolution text, wanted_mode text, options jsonb, title text, metadata jsonb,
        custom_id text, cost int, expected_ms int, fingerprint text, stored_bytes int, background_public_id text, given_mask_id text,
        takes_kept_mask boolean, reused_id text)
      ${takesKept ? keptMask(userId) : Prisma.empty}
    ), ${reuse.table}held AS (
      SELECT user_id, monthly, topup, period, stored_bytes, ordered_until FROM balance WHERE user_id = ${userId} FOR UPDATE
    ), turn AS (
      SELECT n.first_rank AS first, n.waiting FROM held, LATERAL next_turn(held.user_id, ${lane}::smallint) AS n
    ), ahead AS (
      SELECT (COALESCE((SELECT sum(expected_ms) FROM generation
                        WHERE status = 'queued' AND lane <= ${lane}::smallint
                          AND (lane < ${lane}::smallint OR rank <= turn.first)), 0)
              + COALESCE((SELECT sum(expected_ms) / 2 FROM generation WHERE status = 'running'), 0))
             / GREATEST(${charge.slots ?? 1}::int, 1) AS ms
      FROM turn
    ), asked AS (
      SELECT held.monthly + held.topup >= total.cost AS is_covered,
             total.count = 0 OR ahead.ms <= ${charge.aheadLimitMs ?? null}::int IS NOT FALSE
               AND turn.waiting + total.count <= ${charge.waitingLimit}::int AS is_admitted,
             ${reuse.isReusable} AS is_reusable,
             held.stored_bytes + total.bytes <= ${charge.storedLimitBytes ?? null}::bigint IS NOT FALSE AS is_storable,
             GREATEST(held.ordered_until, clock_timestamp())
               + total.items * ${hourMs / (charge.hourlyLimit ?? Number.POSITIVE_INFINITY)}::float8 * interval '1 millisecond' AS ordered_until,
             total.cost, total.bytes, ahead.ms AS ahead_ms
      FROM held, turn, ahead,
           (SELECT sum(cost)::int AS cost, count(*) FILTER (WHERE reused_id IS NULL) AS count,
                   count(*) AS items, sum(stored_bytes) + ${batch ? storedBytesOf(batch) : 0}::int AS bytes
            FROM item) AS total
    ), hour AS (
      SELECT extract(epoch FROM ordered_until - clock_timestamp())::float8 * 1000 - ${hourMs + 1} AS wait_ms FROM asked
    ), moved AS (
      UPDATE balance b
      -- What is locked, not what the statement saw when it began.
      SET monthly = held.monthly - LEAST(held.monthly, asked.cost),
          topup = held.topup - (asked.cost - LEAST(held.monthly, asked.cost)),
          stored_bytes = held.stored_bytes + asked.bytes, ordered_until = asked.ordered_until
      FROM held, asked, hour
      WHERE b.user_id = held.user_id AND asked.is_covered AND asked.is_admitted AND asked.is_reusable
        AND asked.is_storable AND hour.wait_ms <= 0
      RETURNING b.user_id, b.monthly, b.topup, b.period, held.monthly AS monthly_before,
                held.topup AS topup_before
    ), paid AS (
      SELECT item.*, moved.user_id, moved.period, moved.monthly_before, moved.topup_before,
             LEAST(item.cost, GREATEST(moved.monthly_before - item.before, 0)) AS from_monthly,
             turn.first + row_number() OVER (ORDER BY item.place) - 1 AS rank
      FROM item, moved, turn
    ), entry AS (
      INSERT INTO ledger_entry (user_id, kind, monthly_delta, topup_delta, monthly_after, topup_after, reference, note)
      SELECT user_id, 'charge', -from_monthly, from_monthly - cost,
             monthly_before - sum(from_monthly) OVER w, topup_before - sum(cost - from_monthly) OVER w,
             'charge:' || id, operation::text
      FROM paid WHERE reused_id IS NULL WINDOW w AS (ORDER BY place)
    )${
      batch
        ? sql`, ordered AS (
      INSERT INTO batch (id, user_id, api_key_id, title, metadata, total)
      SELECT ${batch.id}, user_id, ${charge.apiKeyId}, ${batch.title ?? null},
             ${batch.metadata ? JSON.stringify(batch.metadata) : null}::jsonb, ${charge.work.length}::int
      FROM moved
      ON CONFLICT (id) DO NOTHING
    )`
        : Prisma.empty
    }, work AS (
      INSERT INTO generation (id, user_id, api_key_id, operation, source_ref, image_url, source_public_id, style, prompt,
                              aspect_ratio, resolution, wanted_mode, options, title, metadata,
                              idempotency_key, batch_id,
                              place, custom_id, from_monthly, from_topup, period, lane, rank, expected_ms, expires_at,
                              background_public_id, source_name, mask_public_id, fingerprint, stored_bytes${reuse.columns})
      SELECT paid.id, user_id, ${charge.apiKeyId}, operation, source_ref, image_url, source_public_id, style, prompt, aspect_ratio,
             resolution, wanted_mode, COALESCE(options, '{}'), title, metadata, ${batch ? null : charge.idempotencyKey}, ${batch?.id ?? null},
             ${batch ? sql`place` : sql`NULL::int`}, custom_id, from_monthly, cost - from_monthly, period,
             ${lane}::smallint, rank, expected_ms, now() + ${charge.lifetimeMs}::int * interval '1 millisecond',
             background_public_id,
             (SELECT p.file_name FROM hosted_picture p
              WHERE p.public_id = paid.source_public_id AND p.user_id = paid.user_id),
             paid.mask_public_id, fingerprint, stored_bytes${reuse.values}
      FROM paid ${reuse.join}
    )${
      charge.idempotencyKey === null
        ? Prisma.empty
        : sql`, claimed AS (
      UPDATE idempotency_key k SET work_id = ${batch?.id ?? sql`paid.id`}${batch ? Prisma.empty : reuse.answer}
      FROM paid ${reuse.join}
      WHERE k.user_id = paid.user_id AND k.key = ${charge.idempotencyKey} AND k.state = 'running'
    )`
    }${Prisma.join(jobs, "", "")}
    SELECT asked.is_covered AS "isCovered", asked.is_admitted AS "isAdmitted", asked.is_reusable AS "isReusable", asked.ahead_ms::int AS "aheadMs",
           asked.is_storable AS "isStorable", hour.wait_ms AS "waitMs",
           moved.monthly, moved.topup, ${Prisma.join(queues.map((queue) => wakeWorkers(queue)))}
    FROM asked CROSS JOIN hour LEFT JOIN moved ON true`);
  const row = rows[0];
  if (!row?.isCovered) return { kind: "insufficient" };
  if (!row.isReusable) return { kind: "gone" };
  const { isAdmitted, isStorable, waitMs, aheadMs, monthly, topup } = row;
  if (!isStorable) return { kind: "full" };
  if (waitMs > 0) return { kind: "too_many", waitMs };
  return isAdmitted ? { kind: "charged", aheadMs, monthly, topup } : { kind: "overloaded", aheadMs };
}

/** The mask that is kept for an item's picture at this moment. */
function keptMask(userId: string): Prisma.Sql {
  return sql`LEFT JOIN picture_mask m
        ON x.takes_kept_mask AND m.user_id = ${userId} AND m.public_id = x.source_public_id`;
}

function toItem(work: ChargedWork, place: number) {
  const { imageUrl, sourcePublicId, aspectRatio, wantedMode, customId, expectedMs, ...named } = work;
  const { backgroundPublicId, maskPublicId, takesKeptMask, reusedId, ...rest } = named;
  return {
    background_public_id: backgroundPublicId,
    ...{ given_mask_id: maskPublicId, takes_kept_mask: takesKeptMask === true, reused_id: reusedId },
    ...{ source_ref: toStored(imageUrl), image_url: presentUrl(imageUrl) },
    ...{ place, ...rest, source_public_id: sourcePublicId, aspect_ratio: aspectRatio },
    ...{ wanted_mode: wantedMode, custom_id: customId },
    expected_ms: reusedId === undefined ? Math.round(expectedMs) : 0,
    fingerprint: fingerprintOf(work),
    stored_bytes: storedBytesOf(work),
  };
}

/** The jobs of one queue; their callers take turns by priority. */
async function jobsOf(
  queue: WorkQueue,
  { userId, tier, priority }: Charge & { priority: number },
): Promise<Prisma.Sql> {
  const job = workJob({
    ...{ id: sql`id`, priority: sql`${priority}::int`, rank: sql`rank` },
    ...{ userId: sql`${userId}::text`, tier: sql`${tier}::text` },
  });
  const payload = sql`
    SELECT COALESCE(json_agg(${job} ORDER BY place), '[]')::text
    FROM paid WHERE queue = ${queue} AND reused_id IS NULL`;
  return sql`, ${await workJobsInsert(queue, payload)}`;
}
