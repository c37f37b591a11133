import { Prisma, sql } from "../db/index.ts";
import { afterUse, secondsAhead } from "../db/rates.ts";
import { toStored, withStoredPictures } from "../images/reference.ts";
import { mapInSlices } from "../platform/pause.ts";
import { getRequest } from "../platform/requests.ts";
import { currentTraceparent } from "../platform/tracing.ts";
import { wakeWorkers } from "../queue/enqueue.ts";
import { lanes, type WorkQueue } from "../queue/queues.ts";
import { workJob, workJobsInsert } from "../queue/work-jobs.ts";
import { spentOf, thisMonth } from "./key-budget.ts";
import type { Charge, Order } from "./order.ts";
import { freeRemakesFit, hasFreeRemake } from "./remakes.ts";
import { insertSkipped, skippedBytes, toSkipped } from "./skipped.ts";
import { type ColumnFrom, columnList, columnsFrom, pickColumns, storedBytesOf } from "./work-columns.ts";

/** Result row of the charging statement. */
export interface ChargedRow {
  refusal: "insufficient" | "over_budget" | "gone" | "full" | null;
  isAdmitted: boolean;
  budgetLeft: number | null;
  waitMs: number;
  aheadMs: number;
  monthly: number;
  topup: number;
}

/** No limit, but the window still counts, because an earlier charge may have had a limit. */
const noLimit = { count: Number.POSITIVE_INFINITY, windowMs: 60 * 60 * 1000 };
const orderLimitOf = ({ orderLimit = noLimit }: Charge) => orderLimit;
const ordered = columnsFrom("request", "order");
const resultColumns = columnsFrom("result");
const laneOf = (charge: Charge) => sql`${lanes[charge.lane].number}::smallint`;
const usesStoredMask = ({ work }: Charge) => work.some((order) => order.usesStoredMask);
/** The parts for reused results are left out if unused, because planning them takes time. */
const reusesResult = ({ work }: Charge) => work.some(({ reusedId }) => reusedId !== undefined);

const skipsItems = ({ skipped = [] }: Charge) => skipped.length > 0;

/** The work as pieces of one JSON text, for `chargeStatement`. */
export async function itemsText({ work, skipped = [] }: Charge): Promise<string[]> {
  const items = [
    ...(await mapInSlices(work, (order, index) => JSON.stringify(toItem(order, index)))),
    ...(await mapInSlices(skipped, (item) => JSON.stringify(toSkipped(item)))),
  ];
  return ["[", ...items.map((item, index) => (index === 0 ? item : `,${item}`)), "]"];
}

/**
 * Builds the statement of a charge; `items` is an SQL expression with the text of `itemsText`. Accounts take turns by
 * start-time fair queueing (Goyal et al. 1996): new work ranks behind its account's last waiting work, but never
 * before the rank being served, and the lowest rank runs next.
 */
export async function chargeStatement(charge: Charge, items: Prisma.Sql): Promise<Prisma.Sql> {
  const { userId, batch, idempotencyKey } = charge;
  const queues = [...new Set(charge.work.map(({ queue }) => queue))];
  const jobs = await Promise.all(queues.map((queue) => insertJobs(queue, charge)));
  const parts = namedParts({
    item: selectItems(charge, items),
    reused: reusesResult(charge) ? lockReused(userId) : null,
    held: sql`
      SELECT user_id, monthly, topup, period, stored_bytes, ordered_until FROM balance
      WHERE user_id = ${userId} FOR UPDATE`,
    keyed: lockKeys(charge),
    turn: sql`
      SELECT n.first_rank AS first, n.waiting FROM held, LATERAL next_turn(held.user_id, ${laneOf(charge)}) AS n
      LIMIT 1`,
    ahead: sumWorkAhead(charge),
    total: sumItems(charge),
    remakes: hasFreeRemake(charge) ? freeRemakesFit : null,
    asked: decide(charge),
    hour: sql`
      SELECT ${secondsAhead(sql`ordered_until`)} * 1000 - ${orderLimitOf(charge).windowMs + 1} AS wait_ms
      FROM asked`,
    moved: moveBalance(userId),
    spent: spendFromKeys,
    paid: sql`
      SELECT item.*, moved.user_id, moved.period, moved.monthly_before, moved.topup_before,
             LEAST(item.cost, GREATEST(moved.monthly_before - item.before, 0)) AS from_monthly,
             turn.first + row_number() OVER (ORDER BY item.place) - 1 AS rank
      FROM item, moved, turn`,
    entry: appendToLedger,
    added_batch: batch ? insertBatch({ ...charge, batch }) : null,
    added_work: insertWork(charge),
    added_skipped: skipsItems(charge) ? insertSkipped(charge, items) : null,
    claimed: idempotencyKey === null ? null : updateKey({ ...charge, idempotencyKey }),
  });
  return sql`
    WITH ${Prisma.join([parts, ...jobs])}
    SELECT asked.refusal, asked.is_admitted AS "isAdmitted", asked.budget_left - asked.cost AS "budgetLeft",
           asked.ahead_ms::int AS "aheadMs", hour.wait_ms AS "waitMs",
           moved.monthly, moved.topup, ${Prisma.join(queues.map((queue) => wakeWorkers(queue)))}
    FROM asked CROSS JOIN hour LEFT JOIN moved ON true`;
}

/** `a AS (…), b AS (…)`, without null parts. */
function namedParts(parts: Record<string, Prisma.Sql | null>): Prisma.Sql {
  const given = Object.entries(parts).flatMap(([name, part]) =>
    part === null ? [] : [sql`${Prisma.raw(name)} AS (${part})`],
  );
  return Prisma.join(given);
}

/** The work as a table, with the mask currently stored for each picture. */
function selectItems(charge: Charge, items: Prisma.Sql): Prisma.Sql {
  const columns = columnList(ordered, ({ name, type }) => `${name} ${type}`);
  const masks = usesStoredMask(charge)
    ? {
        column: sql`COALESCE(x.given_mask_id, m.mask_public_id)`,
        join: sql`LEFT JOIN picture_mask m
          ON x.uses_stored_mask AND m.user_id = ${charge.userId} AND m.public_id = x.source_public_id`,
      }
    : { column: sql`x.given_mask_id`, join: Prisma.empty };
  return sql`
    SELECT x.*, sum(x.cost) OVER (ORDER BY x.place) - x.cost AS before, ${masks.column} AS mask_public_id
    FROM jsonb_to_recordset(${items}::jsonb) AS x (
      ${columns}, place int, cost int, queue text, given_mask_id text, uses_stored_mask boolean, reused_id text,
      is_skipped boolean)
    ${masks.join}
    ${skipsItems(charge) ? sql`WHERE x.is_skipped IS NULL` : Prisma.empty}`;
}

function toItem(order: Order, index: number): object {
  const { imageUrl, reusedId, expectedMs } = order;
  const row = {
    ...order,
    sourceRef: toStored(imageUrl),
    options: withStoredPictures(order.options ?? {}),
    expectedMs: reusedId === undefined ? Math.round(expectedMs) : 0,
  };
  const values = pickColumns(ordered, { ...row, storedBytes: storedBytesOf(row) });
  return {
    ...Object.fromEntries(ordered.map(({ key, name }) => [name, values[key]])),
    place: order.place ?? index,
    cost: order.cost,
    queue: order.queue,
    given_mask_id: order.maskPublicId,
    uses_stored_mask: order.usesStoredMask === true,
    reused_id: reusedId,
  };
}

/** The earlier work whose results are reused, locked until the charge is committed. */
function lockReused(userId: string): Prisma.Sql {
  return sql`
    SELECT id, mask_public_id, ${columnList(resultColumns)} FROM generation
    WHERE id = ANY(ARRAY(SELECT reused_id FROM item WHERE reused_id IS NOT NULL)) AND user_id = ${userId}
      AND status = 'succeeded' AND deleted_at IS NULL AND result_ref IS NOT NULL
    ORDER BY id FOR SHARE`;
}

/** The expected time that workers need for the work ahead. */
function sumWorkAhead(charge: Charge): Prisma.Sql {
  const lane = laneOf(charge);
  return sql`
    SELECT (COALESCE((SELECT sum(expected_ms) FROM generation
                      WHERE status = 'queued' AND lane <= ${lane} AND (lane < ${lane} OR rank <= turn.first)), 0)
            + COALESCE((SELECT sum(expected_ms) / 2 FROM generation WHERE status = 'running'), 0))
           / GREATEST(${charge.slots ?? 1}::int, 1) AS ms
    FROM turn`;
}

/** Rows of skipped items also count for storage and the hourly limit. */
function sumItems(charge: Charge): Prisma.Sql {
  const { batch, skipped = [] } = charge;
  const otherBytes = (batch ? storedBytesOf(batch) : 0) + skippedBytes(charge);
  return sql`
    SELECT sum(cost)::int AS cost, count(*) FILTER (WHERE reused_id IS NULL) AS count,
           count(*) + ${skipped.length}::int AS items, sum(stored_bytes) + ${otherBytes}::int AS bytes
    FROM item`;
}

/** Whether the work may be charged, and the account's order count afterwards. */
function decide(charge: Charge): Prisma.Sql {
  const { aheadLimitMs = null, waitingLimit, storedLimitBytes = null } = charge;
  const { count, windowMs } = orderLimitOf(charge);
  const msPerItem = windowMs / count;
  // All reused results still exist and were made with the same mask.
  const isReusable = reusesResult(charge)
    ? sql`NOT EXISTS (
        SELECT FROM item WHERE reused_id IS NOT NULL AND NOT EXISTS (
          SELECT FROM reused r
          WHERE r.id = item.reused_id AND r.mask_public_id IS NOT DISTINCT FROM item.mask_public_id))`
    : sql`true`;
  const isWaivable = hasFreeRemake(charge) ? sql`(SELECT fit FROM remakes)` : sql`true`;
  return sql`
    SELECT CASE WHEN held.monthly + held.topup < total.cost THEN 'insufficient'
                WHEN total.cost > budget.left THEN 'over_budget'
                WHEN (${isReusable} AND ${isWaivable}) IS NOT TRUE THEN 'gone'
                WHEN held.stored_bytes + total.bytes > ${storedLimitBytes}::bigint THEN 'full' END AS refusal,
           total.count = 0 OR ahead.ms <= ${aheadLimitMs}::int IS NOT FALSE
             AND turn.waiting + total.count <= ${waitingLimit}::int AS is_admitted, budget.left AS budget_left,
           ${afterUse(sql`held.ordered_until`, sql`total.items * ${msPerItem / 1000}::float8`)} AS ordered_until,
           total.cost, total.bytes, ahead.ms AS ahead_ms
    FROM held, turn, ahead, total, (SELECT min(most - spent) AS left FROM keyed) budget`;
}

/** The key of the request, and the keys whose limits it shares, locked until the charge is committed. */
const lockKeys = ({ apiKeyId, userId }: Charge) => sql`
  SELECT k.id, k.max_credits_per_month AS most, ${spentOf(sql`k`)} AS spent
  FROM api_key k, held
  WHERE k.user_id = ${userId} AND (k.id = ${apiKeyId} OR k.id = ANY(
    SELECT unnest(own.limited_by) FROM api_key own WHERE own.id = ${apiKeyId}))
  ORDER BY k.id FOR UPDATE OF k`;

const spendFromKeys = sql`
  UPDATE api_key k SET credits_this_month = keyed.spent + asked.cost, credits_month = ${thisMonth}
  FROM keyed, asked, moved WHERE k.id = keyed.id AND asked.cost > 0`;

/** Uses the locked row, not the statement's snapshot; filters by user id, so that no plan reads other rows. */
const moveBalance = (userId: string) => sql`
  UPDATE balance b
  SET monthly = held.monthly - LEAST(held.monthly, asked.cost),
      topup = held.topup - (asked.cost - LEAST(held.monthly, asked.cost)),
      stored_bytes = held.stored_bytes + asked.bytes, ordered_until = asked.ordered_until
  FROM held, asked, hour
  WHERE b.user_id = ${userId} AND asked.refusal IS NULL AND asked.is_admitted AND hour.wait_ms <= 0
  RETURNING b.user_id, b.monthly, b.topup, b.period, held.monthly AS monthly_before, held.topup AS topup_before`;

const appendToLedger = sql`
  INSERT INTO ledger_entry (user_id, kind, monthly_delta, topup_delta, monthly_after, topup_after, reference, note)
  SELECT user_id, 'charge', -from_monthly, from_monthly - cost,
         monthly_before - sum(from_monthly) OVER w, topup_before - sum(cost - from_monthly) OVER w,
         'charge:' || id, operation::text
  FROM paid WHERE reused_id IS NULL WINDOW w AS (ORDER BY place)`;

function insertBatch({
  batch,
  apiKeyId,
  work,
  skipped = [],
}: Charge & Required<Pick<Charge, "batch">>): Prisma.Sql {
  const { id, title = null, metadata, webhook } = batch;
  const textOf = (value: object | undefined) => (value ? JSON.stringify(value) : null);
  return sql`
    INSERT INTO batch (id, user_id, api_key_id, title, metadata, webhook, total)
    SELECT ${id}, user_id, ${apiKeyId}, ${title}, ${textOf(metadata)}::jsonb, ${textOf(webhook)}::jsonb,
           ${work.length + skipped.length}::int
    FROM moved
    ON CONFLICT (id) DO NOTHING`;
}

const joinReused = (charge: Charge) =>
  reusesResult(charge) ? sql`LEFT JOIN reused r ON r.id = paid.reused_id` : Prisma.empty;

/** Inserts the rows of the work. Work that reuses a result is already succeeded. */
function insertWork(charge: Charge): Prisma.Sql {
  const { batch, apiKeyId, idempotencyKey, lifetimeMs } = charge;
  const computed: Record<ColumnFrom<"charge" | "reuse">, Prisma.Sql> = {
    userId: sql`user_id`,
    apiKeyId: sql`${apiKeyId}`,
    idempotencyKey: sql`${batch && !batch.isOneCall ? null : idempotencyKey}`,
    batchId: sql`${batch?.id ?? null}`,
    place: batch ? sql`place` : sql`NULL::int`,
    fromMonthly: sql`from_monthly`,
    fromTopup: sql`cost - from_monthly`,
    period: sql`period`,
    lane: laneOf(charge),
    rank: sql`rank`,
    expiresAt: sql`now() + ${lifetimeMs}::int * interval '1 millisecond'`,
    sourceName: sql`(SELECT p.file_name FROM hosted_picture p
      WHERE p.public_id = paid.source_public_id AND p.user_id = paid.user_id)`,
    maskPublicId: sql`paid.mask_public_id`,
    requestId: sql`${getRequest()?.id ?? null}`,
    traceparent: sql`${currentTraceparent()}`,
    reusedId: sql`paid.reused_id`,
    status: sql`(CASE WHEN r.id IS NULL THEN 'queued' ELSE 'succeeded' END)::generation_status`,
    finishedAt: sql`CASE WHEN r.id IS NOT NULL THEN now() END`,
  };
  const written = [...columnsFrom("charge"), ...(reusesResult(charge) ? columnsFrom("reuse") : [])];
  const values = Prisma.join([
    columnList(ordered, ({ name }) => `paid.${name}`),
    ...written.map(({ key }) => computed[key]),
    ...(reusesResult(charge) ? [columnList(resultColumns, ({ name }) => `r.${name}`)] : []),
  ]);
  const columns = [...ordered, ...written, ...(reusesResult(charge) ? resultColumns : [])];
  return sql`
    INSERT INTO generation (${columnList(columns)}) SELECT ${values} FROM paid ${joinReused(charge)}`;
}

/** Links the Idempotency-Key to what it paid for; with a reused result, it also stores the response. */
function updateKey(charge: Charge & { idempotencyKey: string }): Prisma.Sql {
  const { batch, idempotencyKey } = charge;
  const answer =
    batch || !reusesResult(charge)
      ? Prisma.empty
      : sql`,
          state = CASE WHEN r.id IS NULL THEN k.state ELSE 'done' END,
          response_status = CASE WHEN r.id IS NULL THEN k.response_status ELSE 200 END,
          response_body = CASE WHEN r.id IS NULL THEN k.response_body ELSE jsonb_build_object(
            'generationId', paid.id, 'resultUrl', r.result_ref, 'creditsUsed', 0, 'creditsRemaining',
            jsonb_build_object('monthly', paid.monthly_before, 'topup', paid.topup_before,
                               'total', paid.monthly_before + paid.topup_before)) END`;
  return sql`
    UPDATE idempotency_key k SET work_id = ${batch?.id ?? sql`paid.id`}${answer}
    FROM paid ${joinReused(charge)}
    WHERE k.user_id = paid.user_id AND k.key = ${idempotencyKey} AND k.state = 'running'`;
}

/** Inserts the jobs of one queue; priorities make accounts take turns. */
async function insertJobs(queue: WorkQueue, { userId, tier, lane }: Charge): Promise<Prisma.Sql> {
  const job = workJob({
    id: sql`id`,
    priority: sql`${lanes[lane].priority}::int`,
    rank: sql`rank`,
    userId: sql`${userId}::text`,
    tier: sql`${tier}::text`,
  });
  return workJobsInsert(
    queue,
    sql`SELECT COALESCE(json_agg(${job} ORDER BY place), '[]')::text
        FROM paid WHERE queue = ${queue} AND reused_id IS NULL`,
  );
}
