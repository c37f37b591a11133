import { db } from "../db/index.ts";
import { present } from "../generations/present.ts";
import { listBatches } from "./read.ts";

interface OrderQuery {
  /** `nextCursor` of the page before. */
  cursor?: string | undefined;
  limit: number;
  /** Of each order, the first so many items come along. */
  items: number;
  /** Only what the dashboard ordered. */
  bySession?: boolean;
}

/** One page of a user's batches, newest first, each with the first of its items. */
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

/** So many of the newest orders, and of the first items of each; finished ones no longer than this. */
const recentOrders = { limit: 12, items: 24, sinceMs: 24 * 60 * 60 * 1000 } as const;

/** What the studio shows: the newest orders of the dashboard that are open or not older than a day. */
export async function listRecentOrders(by: { userId: string }) {
  const { limit, items, sinceMs } = recentOrders;
  const { data } = await listOrders({ limit, items, bySession: true }, by);
  const since = new Date(Date.now() - sinceMs);
  return {
    data: data.filter(({ finishedAt, createdAt }) => finishedAt === null || createdAt > since),
    nextCursor: null,
  };
}
