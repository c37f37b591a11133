import { readHeavily } from "../../db/heavy-reads.ts";
import { db, type Prisma, sql } from "../../db/index.ts";
import { cursorOf, readCursor } from "../../db/pages.ts";
import { nameOfResult, productOf, skuOf } from "./file-name.ts";
import { type GenerationQuery, readAll } from "./history.ts";
import { hasPairs, lookedThrough, matchesFilter, productColumn } from "./search.ts";
import { hasSimilarWords, hasWords } from "./search-words.ts";

/** Number of newest generations returned with each product. */
export const shownOfProduct = 6;

interface Group {
  product: string;
  count: number;
  ids: string[];
  newestAt: Date;
}

/**
 * One page of an account's products, those with the newest work first: groups all matching work by product. Only the
 * newest work is included, as much as a search covers (`lookedThrough`).
 */
export async function listProducts(
  { cursor, limit, ...filter }: GenerationQuery,
  { userId }: { userId: string },
) {
  const rows = lookedThrough(matchesFilter(userId, filter));
  const after = cursor === undefined ? null : readCursor(cursor, "gen");
  const find = (words: Prisma.Sql) =>
    db().$queryRaw<Group[]>(sql`
    WITH member AS (
      SELECT id, created_at, ${productColumn} AS product
      FROM (${rows}) AS l
      WHERE ${words} AND ${hasPairs(filter) ?? sql`true`}
    ), grouped AS (
      SELECT product, count(*)::int AS count, max(created_at) AS newest_at,
             (array_agg(id ORDER BY created_at DESC, id DESC))[1:${shownOfProduct}::int] AS ids
      FROM member GROUP BY product
    )
    SELECT product, count, ids, newest_at AS "newestAt" FROM grouped
    WHERE ${after === null} OR (newest_at, ids[1]) < (${after?.createdAt ?? null}::timestamptz, ${after?.id ?? null}::text)
    ORDER BY newest_at DESC, ids[1] DESC LIMIT ${limit + 1}`);
  const groups = await readHeavily(userId, async () => {
    const exact = await find(hasWords(filter) ?? sql`true`);
    const similar = exact.length === 0 ? await hasSimilarWords(filter, rows) : null;
    return similar ? find(similar) : exact;
  });
  const page = groups.slice(0, limit);
  const work = await readAll(page.flatMap(({ ids }) => ids));
  const last = groups.length > limit ? page.at(-1) : undefined;
  return {
    data: page.flatMap(({ count, ids }) => {
      const generations = work.filter(({ id }) => ids.includes(id));
      const [newest] = generations;
      if (!newest) return [];
      const product = productOf(newest);
      return [{ product, count, sku: skuOf(newest.metadata), name: nameOfResult(newest), generations }];
    }),
    nextCursor: last?.ids[0] ? cursorOf({ createdAt: last.newestAt, id: last.ids[0] }) : null,
  };
}
