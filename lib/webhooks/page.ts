import { cursorOf, isAfter, type Place, readCursor } from "../db/pages.ts";
import type { IdPrefix } from "../platform/ids.ts";

export interface Page {
  /** `nextCursor` of the previous page. */
  cursor?: string | undefined;
  limit: number;
}

/** Condition for the rows after a page, newest first. Throws ApiError for an invalid cursor. */
export function pageAfter({ cursor }: Page, prefix: IdPrefix) {
  return cursor === undefined ? {} : isAfter(readCursor(cursor, prefix));
}

/** Makes a page of rows that were read with `limit + 1`, to know whether another page follows. */
export function toPage<R extends Place>(rows: readonly R[], { limit }: Page) {
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  return { data, nextCursor: last && rows.length > limit ? cursorOf(last) : null };
}
