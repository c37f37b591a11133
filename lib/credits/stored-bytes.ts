import { columnsFor } from "./work-columns.ts";

/** What an empty row takes with its entries in the indexes and its lines in the ledger. */
export const emptyRowBytes = 1_000;

const counted = columnsFor("counted");

/** What the row of a piece of work, or of a batch, counts for in the storage of its account. */
export function storedBytesOf(row: { readonly [Name in (typeof counted)[number]["key"]]?: unknown }): number {
  const values = counted.map(({ key }) => row[key] ?? undefined).filter((value) => value !== undefined);
  return emptyRowBytes + Buffer.byteLength(JSON.stringify(values));
}
