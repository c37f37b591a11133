import { invalidParam } from "../platform/errors.ts";
import type { IdPrefix } from "../platform/ids.ts";

export interface Page {
  /** `nextCursor` of the page before. */
  cursor?: string | undefined;
  limit: number;
}

interface Row {
  id: string;
  createdAt: Date;
}

/** The condition for rows after a page, newest first. Throws ApiError for a cursor that no page gave. */
export function pageAfter({ cursor }: Page, prefix: IdPrefix) {
  if (cursor === undefined) return {};
  const pattern = new RegExp(`^(\\d{1,15}):(${prefix}_[0-9A-Za-z]{22})$`);
  const [, time, id] = pattern.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (!time || !id) throw invalidParam("cursor", "use the `next_cursor` of the page before");
  const createdAt = new Date(Number(time));
  return { OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }] };
}

/** A page of rows that were asked for with one more than its limit. */
export function toPage<R extends Row>(rows: readonly R[], { limit }: Page) {
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  const nextCursor =
    last && rows.length > limit
      ? Buffer.from(`${last.createdAt.getTime()}:${last.id}`).toString("base64url")
      : null;
  return { data, nextCursor };
}
