import type { Batch, GenerationStatus } from "../db/generated/client.ts";
import { db, sql } from "../db/index.ts";
import { cursorOf, isAfter, readCursor } from "../db/pages.ts";
import { getCapacity } from "../generations/capacity.ts";
import { type StatusFilter, standsSo } from "../generations/history.ts";
import { watchWork } from "../generations/outcome.ts";
import { present, readMetadata } from "../generations/present.ts";
import { ApiError, invalidParam } from "../platform/errors.ts";

/** A waiting call looks again after this, should it have missed what was told. */
const lookAgainMs = 5_000;

type Owner = { userId: string };

/** A user's batches, newest first; with `bySession` only those that the dashboard ordered. */
export async function listBatches(
  { cursor, limit, bySession = false }: { cursor?: string | undefined; limit: number; bySession?: boolean },
  { userId }: Owner,
) {
  const after = cursor === undefined ? null : readCursor(cursor, "bat");
  const rows = await db().batch.findMany({
    where: { userId, ...(bySession && { apiKeyId: null }), ...(after && isAfter(after)) },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    data: await summarize(page),
    nextCursor: last && rows.length > limit ? cursorOf(last) : null,
  };
}

/** One batch; with `wait` as soon as all of it has ended, or after so many seconds. */
export async function getBatch({ id, wait = 0 }: { id: string; wait?: number }, by: Owner) {
  const endsAtMs = Date.now() + wait * 1000;
  let onNews: () => void = () => undefined;
  const stop =
    wait > 0
      ? watchWork(({ batchId, status }) => {
          if (batchId === id && status !== "running") onNews();
        })
      : () => undefined;
  try {
    for (;;) {
      const { promise: news, resolve } = Promise.withResolvers<void>();
      onNews = resolve;
      const found = await summarizeOne(id, by);
      const leftMs = endsAtMs - Date.now();
      if (found.finishedAt !== null || leftMs <= 0) return found;
      const timer = setTimeout(resolve, Math.min(leftMs, lookAgainMs));
      await news;
      clearTimeout(timer);
    }
  } finally {
    stop();
  }
}

export async function requireBatch(id: string, { userId }: Owner): Promise<Batch> {
  const row = await db().batch.findFirst({ where: { id, userId } });
  if (!row) throw new ApiError("not_found", "No such batch exists.");
  return row;
}

async function summarizeOne(id: string, by: Owner) {
  const [found] = await summarize([await requireBatch(id, by)]);
  if (!found) throw new Error(`${id} has no items`);
  return found;
}

interface Counts {
  id: string;
  status: GenerationStatus;
  count: number;
  credits: number;
  expectedMs: number;
  finishedAt: Date | null;
}

async function summarize(batches: readonly Batch[]) {
  const ids = batches.map(({ id }) => id);
  const rows = await db().$queryRaw<Counts[]>(sql`
    SELECT batch_id AS id, status::text AS status, count(*)::int AS count,
           sum(from_monthly + from_topup)::int AS credits, sum(expected_ms)::int AS "expectedMs",
           max(finished_at) AS "finishedAt"
    FROM generation WHERE batch_id = ANY(${ids}) GROUP BY batch_id, status`);
  const etas = await findEtas(ids);
  return batches.map((batch) =>
    summarizeBatch(
      batch,
      rows.filter(({ id }) => id === batch.id),
      etas,
    ),
  );
}

function summarizeBatch(batch: Batch, rows: readonly Counts[], etas: ReadonlyMap<string, number>) {
  const { id, title, total, createdAt, canceledAt } = batch;
  const of = (status: GenerationStatus) => rows.find((row) => row.status === status)?.count ?? 0;
  const creditsOf = (...statuses: GenerationStatus[]) =>
    rows.filter(({ status }) => statuses.includes(status)).reduce((sum, { credits }) => sum + credits, 0);
  const counts = {
    total,
    ...{ queued: of("queued"), running: of("running"), succeeded: of("succeeded") },
    ...{ failed: of("failed"), canceled: of("canceled") },
  };
  const isOpen = counts.queued + counts.running > 0;
  const begun = counts.queued < total;
  const ended = rows.flatMap(({ finishedAt }) => finishedAt ?? []);
  const status = isOpen ? (begun ? "running" : "queued") : canceledAt ? "canceled" : "completed";
  return {
    ...({ id, title, status, counts } as const),
    credits: {
      reserved: rows.reduce((sum, { credits }) => sum + credits, 0),
      used: creditsOf("succeeded"),
      refunded: creditsOf("failed", "canceled"),
    },
    etaSeconds: isOpen ? Math.ceil((etas.get(id) ?? 0) / 1000) : null,
    createdAt,
    finishedAt: isOpen ? null : new Date(Math.max(createdAt.getTime(), ...ended.map((at) => at.getTime()))),
    metadata: readMetadata(batch.metadata),
  };
}

/** Milliseconds until the last item of each open batch is done: all that comes before it, shared by all workers. */
async function findEtas(ids: readonly string[]): Promise<Map<string, number>> {
  const { slots } = await getCapacity();
  const rows = await db().$queryRaw<{ id: string; ms: number }[]>(sql`
    SELECT last.id, (COALESCE((
        SELECT sum(o.expected_ms) FROM generation o
        WHERE o.status = 'queued' AND o.lane <= last.lane AND (o.lane < last.lane OR o.rank <= last.rank)), 0)
      + COALESCE((SELECT sum(expected_ms) FROM generation WHERE status = 'running'), 0))::float8 AS ms
    FROM (
      SELECT batch_id AS id, max(lane) AS lane, COALESCE(max(rank) FILTER (WHERE status = 'queued'), -1) AS rank
      FROM generation WHERE batch_id = ANY(${[...ids]}) AND status IN ('queued', 'running') GROUP BY batch_id
    ) AS last`);
  return new Map(rows.map(({ id, ms }) => [id, ms / slots]));
}

/** The work of a batch in the order given, without what was deleted. */
export async function listBatchItems(
  {
    id,
    cursor,
    limit,
    status,
  }: { id: string; cursor?: string | undefined; limit: number; status?: StatusFilter | undefined },
  by: Owner,
) {
  await requireBatch(id, by);
  const after = cursor === undefined ? -1 : readPlace(cursor);
  const where = { batchId: id, place: { gt: after }, deletedAt: null, ...standsSo(status) };
  const rows = await db().generation.findMany({ where, orderBy: { place: "asc" }, take: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    data: await present(page),
    nextCursor: last && rows.length > limit ? Buffer.from(`place:${last.place}`).toString("base64url") : null,
  };
}

function readPlace(cursor: string): number {
  const [, place] = /^place:(\d{1,9})$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (place === undefined) throw invalidParam("cursor", "use the `next_cursor` of the page before");
  return Number(place);
}
