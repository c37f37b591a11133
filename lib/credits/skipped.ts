import { type Prisma, sql } from "../db/index.ts";
import { toStored } from "../images/reference.ts";
import { getRequest } from "../platform/requests.ts";
import type { Charge, SkippedItem } from "./order.ts";
import { columnList, columnsFrom, storedBytesOf } from "./work-columns.ts";

const identifying = ["id", "operation", "sourceRef", "customId", "title", "metadata", "storedBytes"];
/** Columns with values from the item: its identifying fields, and why it was skipped. */
const given = [
  ...columnsFrom("request", "order").filter(({ key }) => identifying.includes(key)),
  ...columnsFrom("later").filter(({ key }) =>
    ["errorCode", "errorMessage", "errorFix", "errorReason", "errorValues", "issues"].includes(key),
  ),
];

/** The item as an element of the text of `itemsText`. */
export function toSkipped(item: SkippedItem): object {
  const sourceRef = toStored(item.imageUrl);
  const row: Record<string, unknown> = { ...item, sourceRef, storedBytes: bytesOf(item) };
  const values = given.map(({ key, name }) => [name, row[key] ?? null]);
  return { ...Object.fromEntries(values), place: item.place, is_skipped: true };
}

/** Its texts count like those of work, because they are stored as long. */
function bytesOf(item: SkippedItem): number {
  const row = { ...item, sourceRef: toStored(item.imageUrl) };
  return storedBytesOf(row) + Buffer.byteLength(JSON.stringify([item.errorMessage, item.issues]));
}

export function skippedBytes({ skipped = [] }: Pick<Charge, "skipped">): number {
  return skipped.reduce((sum, item) => sum + bytesOf(item), 0);
}

/** Inserts the rows of a batch's skipped items: failed immediately, free, and without a job. */
export function insertSkipped({ batch, apiKeyId, lifetimeMs }: Charge, items: Prisma.Sql): Prisma.Sql {
  const columns = columnList(given, ({ name, type }) => `${name} ${type}`);
  return sql`
    INSERT INTO generation (${columnList(given)}, user_id, api_key_id, batch_id, request_id, place, status, fault,
                            from_monthly, from_topup, period, expires_at, finished_at)
    SELECT ${columnList(given, ({ name }) => `x.${name}`)}, moved.user_id, ${apiKeyId}, ${batch?.id ?? null},
           ${getRequest()?.id ?? null}, x.place,
           'failed', 'caller', 0, 0, moved.period, now() + ${lifetimeMs}::int * interval '1 millisecond', now()
    FROM jsonb_to_recordset(${items}::jsonb) AS x (${columns}, place int, is_skipped boolean), moved
    WHERE x.is_skipped`;
}
