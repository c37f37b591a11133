import { invalidParam } from "../platform/errors.ts";
import type { IdPrefix } from "../platform/ids.ts";

/** Position of a page's last row in a list that is sorted newest first. */
export interface Place {
  createdAt: Date;
  id: string;
}

export function cursorOf({ createdAt, id }: Place): string {
  return Buffer.from(`${createdAt.getTime()}:${id}`).toString("base64url");
}

/** Throws ApiError invalid_params unless it is a cursor of a list whose ids have this prefix. */
export function readCursor(cursor: string, prefix: IdPrefix): Place {
  const [, time, id] = /^(\d{1,15}):(\w+)$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (!time || !id || !new RegExp(`^${prefix}_[0-9A-Za-z]{22}$`).test(id)) {
    throw invalidParam("cursor", "use the `next_cursor` of the page before");
  }
  return { createdAt: new Date(Number(time)), id };
}

/** Condition for rows after a place. The redundant first part lets an index scan begin there. */
export function isAfter({ createdAt, id }: Place) {
  return {
    createdAt: { lte: createdAt },
    OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }],
  };
}

/** Newest rows of several accounts. One query per account can use its index; a common query would sort all rows. */
export async function newestOf<R extends Place>(
  accountIds: readonly string[],
  limit: number,
  read: (accountId: string) => Promise<R[]>,
): Promise<R[]> {
  const rows = (await Promise.all(accountIds.map(read))).flat();
  const isNewer = (a: Place, b: Place) =>
    b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1);
  return rows.sort(isNewer).slice(0, limit);
}
