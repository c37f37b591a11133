import { cursorOf, isAfter, type Place, readCursor } from "../db/pages.ts";
import type { IdPrefix } from "../platform/ids.ts";

export interface Page {
  /** `nextCursor` of the page before. */
  cursor?: string | undefined;
  limit: number;
}

/** The condition for rows after a page, newest first. Throws ApiError for a cursor that no page gave. */
export function pageAfter({ cursor }: Page, prefix: IdPrefix) {
  return cursor === undefined ? {} : isAfter(readCursor(cursor, prefix));
}

/** A page of rows that were asked for with one more than its limit. */
export function toPage<R extends Place>(rows: readonly R[], { limit }: Page) {
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  return { data, nextCursor: last && rows.length > limit ? cursorOf(last) : null };
}
