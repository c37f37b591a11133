import { invalidParam } from "../platform/errors.ts";
import type { IdPrefix } from "../platform/ids.ts";

/** Where a page of a list that is newest first ended. */
export interface Place {
  createdAt: Date;
  id: string;
}

export function cursorOf({ createdAt, id }: Place): string {
  return Buffer.from(`${createdAt.getTime()}:${id}`).toString("base64url");
}

/** Throws ApiError invalid_params for what is no cursor of a list of such ids. */
export function readCursor(cursor: string, prefix: IdPrefix): Place {
  const [, time, id] = /^(\d{1,15}):(\w+)$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (!time || !id || !new RegExp(`^${prefix}_[0-9A-Za-z]{22}$`).test(id)) {
    throw invalidParam("cursor", "use the `next_cursor` of the page before");
  }
  return { createdAt: new Date(Number(time)), id };
}

/** The condition on rows after a place. The first part is superfluous: by it an index begins there. */
export function isAfter({ createdAt, id }: Place) {
  return {
    createdAt: { lte: createdAt },
    OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }],
  };
}

/** The newest rows of several accounts. Each account's own are read by its index: of both at once, all would be sorted. */
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
