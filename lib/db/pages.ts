import { invalidParam } from "../platform/errors.ts";
import type { IdPrefix } from "../platform/ids.ts";
import { type Prisma, sql } from "./index.ts";

/** The part of a list, sorted newest first, that a call asks for. */
export interface Page {
  /** `nextCursor` of the previous page. */
  cursor?: string | undefined;
  limit: number;
}

/** Position of a page's last row in a list that is sorted newest first. */
export interface RowPosition {
  createdAt: Date;
  id: string;
}

export function cursorOf({ createdAt, id }: RowPosition): string {
  return Buffer.from(`${createdAt.getTime()}:${id}`).toString("base64url");
}

/** Throws ApiError invalid_params unless it is a cursor of a list whose ids have this prefix. */
export function readCursor(cursor: string, prefix: IdPrefix): RowPosition {
  const [, time, id] = /^(\d{1,15}):(\w+)$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (!time || !id || !new RegExp(`^${prefix}_[0-9A-Za-z]{22}$`).test(id)) {
    throw invalidParam("cursor", "use the `next_cursor` of the page before");
  }
  return { createdAt: new Date(Number(time)), id };
}

/** As `cursorOf`, for a list whose rows have an index. */
export function indexCursorOf(index: number): string {
  return Buffer.from(`index:${index}`).toString("base64url");
}

/** Throws ApiError invalid_params unless it is a cursor of `indexCursorOf`. */
export function readIndexCursor(cursor: string): number {
  const [, index] = /^index:(\d{1,9})$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (index === undefined) throw invalidParam("cursor", "use the `next_cursor` of the page before");
  return Number(index);
}

/** Makes a page of rows that were read with `limit + 1`, to know whether another page follows. */
export function toPage<R extends RowPosition>(rows: readonly R[], { limit }: Page) {
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  return { data, nextCursor: last && rows.length > limit ? cursorOf(last) : null };
}

/** Condition for the rows after a page. Throws ApiError for an invalid cursor. */
export function pageAfter({ cursor }: Pick<Page, "cursor">, prefix: IdPrefix) {
  return cursor === undefined ? {} : isAfter(readCursor(cursor, prefix));
}

/** As `pageAfter`, in SQL; true for the first page. */
export function rowsAfter({ cursor }: Pick<Page, "cursor">, prefix: IdPrefix): Prisma.Sql {
  if (cursor === undefined) return sql`true`;
  const { createdAt, id } = readCursor(cursor, prefix);
  return sql`(created_at, id) < (${createdAt}::timestamptz, ${id})`;
}

/** Condition for rows after a position. The redundant first part lets an index scan begin there. */
export function isAfter({ createdAt, id }: RowPosition) {
  return {
    createdAt: { lte: createdAt },
    OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }],
  };
}

/** Newest rows of several accounts. One query per account can use its index; a common query would sort all rows. */
export async function newestOf<R extends RowPosition>(
  accountIds: readonly string[],
  limit: number,
  read: (accountId: string) => Promise<R[]>,
): Promise<R[]> {
  const rows = (await Promise.all(accountIds.map(read))).flat();
  const isNewer = (a: RowPosition, b: RowPosition) =>
    b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1);
  return rows.sort(isNewer).slice(0, limit);
}
