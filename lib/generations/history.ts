import { searchedRows } from "../contract/limits.ts";
import type { Generation, Prisma } from "../db/generated/client.ts";
import { db, sql } from "../db/index.ts";
import { cursorOf } from "../db/pages.ts";
import { openStatuses } from "../db/work-status.ts";
import { ApiError } from "../platform/errors.ts";
import { present } from "./present.ts";
import { hasWords, lookedThrough, type StatusFilter, standingOf, type WorkFilter } from "./search.ts";

export interface GenerationQuery extends WorkFilter {
  /** `nextCursor` of the page before. */
  cursor?: string | undefined;
  limit: number;
}

/** Where a row stands in the history. */
type Place = Pick<Generation, "id" | "createdAt">;

/**
 * One page of an account's past work, newest first. Rows made meanwhile never shift a page. A search looks through so
 * many rows and no more (`searchedRows`): then the page ends early, and goes on from there.
 */
export async function listGenerations(query: GenerationQuery, { userId }: { userId: string }) {
  const standing = standingOf(userId, query, query.cursor);
  const words = hasWords(query.search);
  const rows =
    words === null
      ? sql`generation WHERE ${standing}`
      : sql`(${lookedThrough(standing)}) AS l WHERE ${words}`;
  const places = await db().$queryRaw<Place[]>(sql`
    SELECT id, created_at AS "createdAt" FROM ${rows}
    ORDER BY created_at DESC, id DESC LIMIT ${query.limit + 1}`);
  const page = places.slice(0, query.limit);
  const hasMore = places.length > query.limit;
  const last = hasMore ? page.at(-1) : words && (await lastLookedAt(standing));
  return { data: await readAll(page.map(({ id }) => id)), nextCursor: last ? cursorOf(last) : null };
}

/** Where a search stopped that looked through as many rows as it may; null when it saw them all. */
async function lastLookedAt(standing: Prisma.Sql): Promise<Place | null> {
  const [place = null] = await db().$queryRaw<Place[]>(sql`
    SELECT id, created_at AS "createdAt" FROM generation WHERE ${standing}
    ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET ${searchedRows - 1}`);
  return place;
}

/** Work by its ids, in their order. */
export async function readAll(ids: readonly string[]) {
  const rows = await db().generation.findMany({ where: { id: { in: [...ids] }, deletedAt: null } });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return present(ids.flatMap((id) => byId.get(id) ?? []));
}

/** The condition that work of a batch stands so; none where it may stand anyhow. */
export function standsSo(status: StatusFilter | undefined): Prisma.GenerationWhereInput {
  if (status === undefined) return {};
  return { status: status === "open" ? { in: [...openStatuses] } : status };
}

/** One piece of an account's work. Another's id answers as an id that never was. */
export async function getGeneration({ id }: { id: string }, { userId }: { userId: string }) {
  const row = await db().generation.findFirst({ where: { id, userId, deletedAt: null } });
  const [found] = row ? await present([row]) : [];
  if (!found) throw new ApiError("not_found", "No such generation exists.");
  return found;
}
