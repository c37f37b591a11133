import type { generationChange } from "../../contract/schemas.ts";
import type { Given } from "../../contract/wire.ts";
import { readHeavily } from "../../db/heavy-reads.ts";
import { db, Prisma, sql } from "../../db/index.ts";
import { cursorOf, type Page, type RowPosition, toPage } from "../../db/pages.ts";
import { openStatuses } from "../../db/work-status.ts";
import { invalidParam, refusal } from "../../platform/errors.ts";
import { because } from "../../platform/reasons.ts";
import { present } from "./present.ts";
import {
  findByPairs,
  hasPairs,
  lastLookedAt,
  lookedThrough,
  matchesFilter,
  type StatusFilter,
  type WorkFilter,
} from "./search.ts";
import { hasSimilarWords, hasWords } from "./search-words.ts";

export type GenerationQuery = WorkFilter & Page;

/**
 * One page of an account's work, newest first. New rows never shift a page. A search covers a limited number of rows
 * (`lookedThrough`): the page may then end early, and the next one continues; rare metadata pairs are found by their
 * index. Without an exact match, work with similar words is returned.
 */
export async function listGenerations(query: GenerationQuery, { userId }: { userId: string }) {
  const [words, pairs] = [hasWords(query), hasPairs(query)];
  if (words === null && pairs === null) return listAll(query, userId);
  return readHeavily(userId, () => searchAll(query, { userId, words, pairs }));
}

async function listAll(query: GenerationQuery, userId: string) {
  const positions = await findPositions(
    sql`generation WHERE ${matchesFilter(userId, query, query.cursor)}`,
    query,
  );
  return readPage(positions, query, null);
}

interface Matched {
  userId: string;
  words: Prisma.Sql | null;
  pairs: Prisma.Sql | null;
}

async function searchAll(query: GenerationQuery, { userId, words, pairs }: Matched) {
  const condition = matchesFilter(userId, query, query.cursor);
  const few = words === null ? await findByPairs(userId, query) : null;
  if (few) {
    const found = await findPositions(sql`generation WHERE ${condition} AND id = ANY(${few})`, query);
    return readPage(found, query, null);
  }
  const find = (has: Prisma.Sql) =>
    findPositions(sql`(${lookedThrough(condition)}) AS looked WHERE ${pairs ?? sql`true`} AND ${has}`, query);
  const exact = await find(words ?? sql`true`);
  const similar = exact.length === 0 ? await hasSimilarWords(query, lookedThrough(condition)) : null;
  const positions = similar ? await find(similar) : exact;
  if (positions.length > query.limit) return readPage(positions, query, null);
  const [stopped = null] = await db().$queryRaw<RowPosition[]>(lastLookedAt(condition));
  return readPage(positions, query, stopped);
}

function findPositions(rows: Prisma.Sql, { limit }: GenerationQuery): Promise<RowPosition[]> {
  return db().$queryRaw<RowPosition[]>(sql`
    SELECT id, created_at AS "createdAt" FROM ${rows} ORDER BY created_at DESC, id DESC LIMIT ${limit + 1}`);
}

/** `stopped`: the row at which the search stopped although more rows follow. */
async function readPage(
  positions: readonly RowPosition[],
  query: GenerationQuery,
  stopped: RowPosition | null,
) {
  const { data, nextCursor } = toPage(positions, query);
  return {
    data: await readAll(data.map(({ id }) => id)),
    nextCursor: nextCursor ?? (stopped && cursorOf(stopped)),
  };
}

/** Work by its ids, in their order. */
export async function readAll(ids: readonly string[]) {
  const rows = await db().generation.findMany({ where: { id: { in: [...ids] }, deletedAt: null } });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return present(ids.flatMap((id) => byId.get(id) ?? []));
}

/** The condition on the status of a batch's work; empty for any status. */
export function whereStatus(status: StatusFilter | undefined): Prisma.GenerationWhereInput {
  if (status === undefined) return {};
  return { status: status === "open" ? { in: [...openStatuses] } : status };
}

/** One piece of an account's work. The id of another account's work is refused like an unknown id. */
export async function getGeneration({ id }: { id: string }, { userId }: { userId: string }) {
  const row = await db().generation.findFirst({ where: { id, userId, deletedAt: null } });
  const [found] = row ? await present([row]) : [];
  if (!found) throw refusal(because("generation_not_found"));
  return found;
}

type Change = Given<typeof generationChange> & { id: string };

/**
 * Changes title, metadata and review of work. The id of another account's work is refused like an unknown id; throws
 * ApiError invalid_params for a review of work that has not succeeded.
 */
export async function changeGeneration({ id, title, metadata, review }: Change, by: { userId: string }) {
  const isReview = review !== undefined && review !== null;
  const { count } = await db().generation.updateMany({
    where: { id, userId: by.userId, deletedAt: null, ...(isReview && { status: "succeeded" as const }) },
    data: {
      ...(title !== undefined && { title }),
      ...(metadata !== undefined && { metadata: metadata ?? Prisma.DbNull }),
      ...(review !== undefined && { review }),
    },
  });
  const found = await getGeneration({ id }, by);
  if (count === 0) throw invalidParam("review", because("review_unfinished"));
  return found;
}
