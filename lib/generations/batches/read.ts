import type { Owner } from "../../accounts/caller.ts";
import type { batchItemQuery } from "../../contract/batches/schemas.ts";
import type { Given } from "../../contract/wire.ts";
import type { Batch } from "../../db/generated/client.ts";
import { db, sql } from "../../db/index.ts";
import { indexCursorOf, type Page, readIndexCursor, rowsAfter, toPage } from "../../db/pages.ts";
import { refusal } from "../../platform/errors.ts";
import { isDraining, onDraining } from "../../platform/process.ts";
import { because } from "../../platform/reasons.ts";
import { whereStatus } from "../history/history.ts";
import { present } from "../history/present.ts";
import { reviewedSo } from "../history/reviewed.ts";
import { watchWork } from "../notify/outcome.ts";
import { type BatchFilter, summarizeBatch, summarizeBatches, whichBatches } from "./summary.ts";

/** A waiting call polls at this interval, in case it missed a notification. */
const pollMs = 5_000;

/** A user's batches, newest first. */
export async function listBatches({ cursor, limit, ...filter }: BatchFilter & Page, { userId }: Owner) {
  const places = await db().$queryRaw<Pick<Batch, "id" | "createdAt">[]>(sql`
    SELECT b.id, b.created_at AS "createdAt" FROM batch b WHERE ${whichBatches(userId, filter)} AND ${rowsAfter({ cursor }, "bat")}
    ORDER BY b.created_at DESC, b.id DESC LIMIT ${limit + 1}`);
  const { data: page, nextCursor } = toPage(places, { limit });
  const rows = await db().batch.findMany({ where: { id: { in: page.map(({ id }) => id) } } });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { data: await summarizeBatches(page.flatMap(({ id }) => byId.get(id) ?? [])), nextCursor };
}

/** One batch; with `wait`, returns when all of it has ended, when this process drains, or after that many seconds. */
export async function getBatch({ id, wait = 0 }: { id: string; wait?: number }, by: Owner) {
  const endsAtMs = Date.now() + wait * 1000;
  let onNews: () => void = () => undefined;
  const stopWaiting = onDraining(() => onNews());
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
      const found = await summarizeBatch(await requireBatch(id, by));
      const leftMs = endsAtMs - Date.now();
      if (found.finishedAt !== null || leftMs <= 0 || isDraining()) return found;
      const timer = setTimeout(resolve, Math.min(leftMs, pollMs));
      await news;
      clearTimeout(timer);
    }
  } finally {
    stopWaiting();
    stop();
  }
}

export async function requireBatch(id: string, { userId }: Owner): Promise<Batch> {
  const row = await db().batch.findFirst({ where: { id, userId } });
  if (!row) throw refusal(because("batch_not_found"));
  return row;
}

type ItemQuery = Given<typeof batchItemQuery> & { id: string };

/** The work of a batch in the order given, without deleted work. */
export async function listBatchItems({ id, cursor, limit, ...filter }: ItemQuery, by: Owner) {
  const { status, review, customId, metadata = {}, createdAfter, createdBefore } = filter;
  await requireBatch(id, by);
  const after = cursor === undefined ? -1 : readIndexCursor(cursor);
  const where = {
    batchId: id,
    place: { gt: after },
    deletedAt: null,
    ...(customId !== undefined && { customId }),
    createdAt: { ...(createdAfter && { gt: createdAfter }), ...(createdBefore && { lt: createdBefore }) },
    AND: Object.entries(metadata).map(([name, equals]) => ({ metadata: { path: [name], equals } })),
    ...whereStatus(status),
    ...reviewedSo(review),
  };
  const rows = await db().generation.findMany({ where, orderBy: { place: "asc" }, take: limit + 1 });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? (page.at(-1)?.place ?? null) : null;
  return { data: await present(page), nextCursor: last === null ? null : indexCursorOf(last) };
}

interface OrderQuery extends Page {
  /** Number of items returned with each order. */
  items: number;
  /** Only orders placed in the dashboard. */
  bySession?: boolean;
}

/** One page of a user's batches, newest first, each with its first items. */
export async function listOrders({ items, ...query }: OrderQuery, by: { userId: string }) {
  const { data: batches, nextCursor } = await listBatches(query, by);
  const rows = await db().generation.findMany({
    where: { batchId: { in: batches.map(({ id }) => id) }, place: { lt: items }, deletedAt: null },
    orderBy: [{ batchId: "asc" }, { place: "asc" }],
  });
  const shown = await present(rows);
  return {
    data: batches.map((batch) => ({ ...batch, items: shown.filter(({ batchId }) => batchId === batch.id) })),
    nextCursor,
  };
}

/** Number of newest orders, number of items of each, and maximum age of finished orders. */
const recentOrders = { limit: 12, items: 24, sinceMs: 24 * 60 * 60 * 1000 } as const;

/** The orders shown in the studio: the newest ones placed in the dashboard that are open or at most a day old. */
export async function listRecentOrders(by: { userId: string }) {
  const { limit, items, sinceMs } = recentOrders;
  const { data } = await listOrders({ limit, items, bySession: true }, by);
  const since = new Date(Date.now() - sinceMs);
  return {
    data: data.filter(({ finishedAt, createdAt }) => finishedAt === null || createdAt > since),
    nextCursor: null,
  };
}
