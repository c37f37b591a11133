import type { BatchStatus, batchQuery } from "../../contract/batches/schemas.ts";
import type { Given } from "../../contract/wire.ts";
import type { Batch, GenerationStatus } from "../../db/generated/client.ts";
import { db, Prisma, sql } from "../../db/index.ts";
import type { Page } from "../../db/pages.ts";
import { openList, refundedStatuses } from "../../db/work-status.ts";
import { isTestAccount } from "../../platform/ids.ts";
import { readMetadata } from "../history/present.ts";
import { getCapacity } from "../run/capacity.ts";

interface Counts {
  id: string;
  status: GenerationStatus;
  count: number;
  credits: number;
  /** Credits of succeeded work that was refunded later. */
  returned: number;
  expectedMs: number;
  finishedAt: Date | null;
}

/** The states of batches as shown to their owner, in the given order. */
export async function summarizeBatches(batches: readonly Batch[]) {
  const ids = batches.map(({ id }) => id);
  const rows = await db().$queryRaw<Counts[]>(sql`
    SELECT batch_id AS id, status::text AS status, count(*)::int AS count,
           sum(from_monthly + from_topup)::int AS credits,
           COALESCE(sum(from_monthly + from_topup) FILTER (WHERE refunded_at IS NOT NULL), 0)::int AS returned,
           sum(expected_ms)::int AS "expectedMs",
           max(finished_at) AS "finishedAt"
    FROM generation WHERE batch_id = ANY(${ids}) GROUP BY batch_id, status`);
  const { slots } = await getCapacity();
  // Without a worker no estimate is possible.
  const etas = slots === 0 ? null : await findEtas(ids, slots);
  return batches.map((batch) =>
    toSummary(
      batch,
      rows.filter(({ id }) => id === batch.id),
      etas,
    ),
  );
}

function toSummary(batch: Batch, rows: readonly Counts[], etas: ReadonlyMap<string, number> | null) {
  const { id, title, total, createdAt, canceledAt } = batch;
  const of = (status: GenerationStatus) => rows.find((row) => row.status === status)?.count ?? 0;
  const creditsOf = (...statuses: GenerationStatus[]) =>
    rows.filter(({ status }) => statuses.includes(status)).reduce((sum, { credits }) => sum + credits, 0);
  const returned = rows.reduce((sum, row) => sum + row.returned, 0);
  const counts = {
    total,
    queued: of("queued"),
    running: of("running"),
    succeeded: of("succeeded"),
    failed: of("failed"),
    canceled: of("canceled"),
  };
  const isOpen = counts.queued + counts.running > 0;
  const begun = counts.queued < total;
  const ended = rows.flatMap(({ finishedAt }) => finishedAt ?? []);
  const status = isOpen ? (begun ? "running" : "queued") : canceledAt ? "canceled" : "completed";
  return {
    ...({ id, title, status, counts } as const),
    credits: {
      reserved: rows.reduce((sum, { credits }) => sum + credits, 0),
      used: creditsOf("succeeded") - returned,
      refunded: creditsOf(...refundedStatuses) + returned,
    },
    etaSeconds: isOpen && etas ? Math.ceil((etas.get(id) ?? 0) / 1000) : null,
    createdAt,
    finishedAt: isOpen ? null : new Date(Math.max(createdAt.getTime(), ...ended.map((at) => at.getTime()))),
    metadata: readMetadata(batch.metadata),
    livemode: !isTestAccount(batch.userId),
  };
}

export interface BatchFilter extends Omit<Given<typeof batchQuery>, keyof Page> {
  /** Only batches ordered in the dashboard. */
  bySession?: boolean;
}

/** SQL condition on batches `b` of a user. The status is derived from open work, which is bounded and indexed. */
export function whichBatches(userId: string, filter: BatchFilter): Prisma.Sql {
  const { status, createdAfter, createdBefore, bySession } = filter;
  const conditions = [sql`b.user_id = ${userId}`];
  if (bySession) conditions.push(sql`b.api_key_id IS NULL`);
  if (createdAfter) conditions.push(sql`b.created_at > ${createdAfter}::timestamptz`);
  if (createdBefore) conditions.push(sql`b.created_at < ${createdBefore}::timestamptz`);
  if (status) conditions.push(statusIs(status, userId));
  return Prisma.join(conditions, " AND ");
}

/** The SQL form of the status in `toSummary`. */
function statusIs(status: BatchStatus, userId: string): Prisma.Sql {
  const open = sql`
    FROM generation o WHERE o.user_id = ${userId} AND o.batch_id IS NOT NULL AND o.status IN (${openList})`;
  const ended = sql`b.id NOT IN (SELECT o.batch_id ${open})`;
  const openBatches = (compares: Prisma.Sql) => sql`
    SELECT o.batch_id ${open} GROUP BY o.batch_id
    HAVING count(*) FILTER (WHERE o.status = 'queued') ${compares} (SELECT t.total FROM batch t WHERE t.id = o.batch_id)`;
  switch (status) {
    case "queued":
      return sql`b.id IN (${openBatches(sql`>=`)})`;
    case "running":
      return sql`b.id IN (${openBatches(sql`<`)})`;
    case "completed":
      return sql`b.canceled_at IS NULL AND ${ended}`;
    case "canceled":
      return sql`b.canceled_at IS NOT NULL AND ${ended}`;
  }
}

/**
 * Milliseconds until the last item of each open batch is done: the expected time of all work up to it, divided by the
 * workers.
 */
async function findEtas(ids: readonly string[], slots: number): Promise<Map<string, number>> {
  const rows = await db().$queryRaw<{ id: string; ms: number }[]>(sql`
    SELECT last.id, (COALESCE((
        SELECT sum(o.expected_ms) FROM generation o
        WHERE o.status = 'queued' AND o.lane <= last.lane AND (o.lane < last.lane OR o.rank <= last.rank)), 0)
      + COALESCE((SELECT sum(expected_ms) FROM generation WHERE status = 'running'), 0))::float8 AS ms
    FROM (
      SELECT batch_id AS id, max(lane) AS lane, COALESCE(max(rank) FILTER (WHERE status = 'queued'), -1) AS rank
      FROM generation WHERE batch_id = ANY(${[...ids]}) AND status IN (${openList}) GROUP BY batch_id
    ) AS last`);
  return new Map(rows.map(({ id, ms }) => [id, ms / slots]));
}

export async function summarizeBatch(batch: Batch) {
  const [summary] = await summarizeBatches([batch]);
  if (!summary) throw new Error(`${batch.id} could not be summed up`);
  return summary;
}
