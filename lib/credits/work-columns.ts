import type { Batch, Generation } from "../db/generated/client.ts";
import { Prisma } from "../db/index.ts";

/**
 * Source of a column's first value. `request`: the field of this name. `order`: completing, validating and pricing
 * the request. `charge`: the charging statement. `reuse`: the same, if an earlier result is reused. `result`: the
 * worker, or the reused result. `later`: the schema's default, then other statements.
 */
type Source = "request" | "order" | "charge" | "reuse" | "result" | "later";

/**
 * Uses of a column. `answered`: the API returns it unchanged. `presented`: the API returns a derived value
 * (`present.ts`). `erased`: emptied when the work is deleted. `repeated`: copied by a retry. `searched`: read by the
 * search of the history. `counted`: counts for the account's storage.
 */
type Use = "answered" | "presented" | "erased" | "repeated" | "searched" | "counted";

interface Column {
  /** SQL type. */
  type: string;
  from: Source;
  uses: readonly Use[];
  /** SQL value of an erased column; NULL by default. */
  empty?: string;
}

/** Every column of the table `generation`. Deleting an account removes its rows, including all columns. */
export const workColumns = {
  id: { type: "text", from: "order", uses: ["answered"] },
  userId: { type: "text", from: "charge", uses: [] },
  apiKeyId: { type: "text", from: "charge", uses: ["answered"] },
  operation: { type: "operation", from: "order", uses: ["answered", "repeated"] },
  status: { type: "generation_status", from: "reuse", uses: ["answered"] },
  sourceRef: { type: "text", from: "order", uses: ["presented", "erased", "counted"] },
  style: { type: "text", from: "request", uses: ["answered", "repeated"] },
  prompt: {
    type: "text",
    from: "request",
    uses: ["answered", "erased", "repeated", "searched", "counted"],
  },
  aspectRatio: { type: "text", from: "request", uses: ["answered", "repeated"] },
  resolution: { type: "text", from: "request", uses: ["answered", "repeated"] },
  scene: { type: "text", from: "request", uses: ["answered", "repeated"] },
  wantedMode: { type: "text", from: "order", uses: ["presented", "repeated"] },
  mode: { type: "text", from: "result", uses: ["presented"] },
  model: { type: "text", from: "result", uses: ["answered"] },
  fidelity: { type: "jsonb", from: "result", uses: ["presented"] },
  engine: { type: "text", from: "result", uses: ["answered"] },
  options: {
    type: "jsonb",
    from: "order",
    uses: ["presented", "erased", "repeated", "counted"],
    empty: "'{}'",
  },
  title: {
    type: "text",
    from: "request",
    uses: ["answered", "erased", "repeated", "searched", "counted"],
  },
  metadata: {
    type: "jsonb",
    from: "request",
    uses: ["presented", "erased", "repeated", "searched", "counted"],
  },
  webhook: { type: "jsonb", from: "order", uses: ["erased", "repeated", "counted"] },
  idempotencyKey: { type: "text", from: "charge", uses: [] },
  batchId: { type: "text", from: "charge", uses: ["answered"] },
  place: { type: "integer", from: "charge", uses: ["repeated"] },
  // Kept after a deletion, because the table of a batch lists the item by it.
  customId: { type: "text", from: "order", uses: ["answered", "repeated", "searched", "counted"] },
  resultRef: { type: "text", from: "result", uses: ["presented", "erased"] },
  resultPublicId: { type: "text", from: "result", uses: ["erased"] },
  sourcePublicId: { type: "text", from: "order", uses: ["erased", "repeated"] },
  sourceName: { type: "text", from: "charge", uses: ["answered", "erased", "searched"] },
  backgroundPublicId: { type: "text", from: "order", uses: ["erased", "repeated"] },
  // A retry looks up the mask stored for the picture again, unless the request named one.
  maskPublicId: { type: "text", from: "charge", uses: ["erased"] },
  fingerprint: { type: "text", from: "order", uses: ["erased"] },
  // Set to the size of an empty row by a deletion.
  storedBytes: { type: "integer", from: "order", uses: [] },
  reusedId: { type: "text", from: "reuse", uses: [] },
  // These three are kept after a deletion: a deleted remake still counts.
  remakeOf: { type: "text", from: "request", uses: ["answered", "repeated"] },
  waived: { type: "integer", from: "order", uses: [] },
  corrects: { type: "boolean", from: "order", uses: [] },
  review: { type: "text", from: "later", uses: ["presented"] },
  width: { type: "integer", from: "result", uses: ["answered"] },
  height: { type: "integer", from: "result", uses: ["answered"] },
  sizeBytes: { type: "integer", from: "result", uses: ["presented"] },
  contentType: { type: "text", from: "result", uses: ["answered"] },
  boundingBox: { type: "jsonb", from: "result", uses: ["presented"] },
  notes: { type: "jsonb", from: "result", uses: ["presented"] },
  stance: { type: "text", from: "result", uses: ["presented"] },
  errorCode: { type: "text", from: "later", uses: ["answered"] },
  errorMessage: { type: "text", from: "later", uses: ["answered"] },
  errorFix: { type: "text", from: "later", uses: ["answered"] },
  errorReason: { type: "text", from: "later", uses: ["presented"] },
  errorValues: { type: "jsonb", from: "later", uses: ["presented"] },
  // After a deletion an empty list remains, which shows the credit audit that nothing was charged.
  issues: {
    type: "jsonb",
    from: "later",
    uses: ["presented", "erased"],
    empty: "CASE WHEN issues IS NULL THEN NULL ELSE '[]'::jsonb END",
  },
  fromMonthly: { type: "integer", from: "charge", uses: ["presented"] },
  fromTopup: { type: "integer", from: "charge", uses: ["presented"] },
  period: { type: "integer", from: "charge", uses: [] },
  lane: { type: "smallint", from: "charge", uses: [] },
  rank: { type: "integer", from: "charge", uses: [] },
  expectedMs: { type: "integer", from: "order", uses: [] },
  stage: { type: "text", from: "later", uses: ["presented"] },
  attempts: { type: "integer", from: "later", uses: ["answered"] },
  attemptLog: { type: "jsonb[]", from: "later", uses: ["erased"], empty: "'{}'" },
  startedAt: { type: "timestamptz", from: "later", uses: [] },
  requeuedAt: { type: "timestamptz", from: "later", uses: [] },
  fault: { type: "text", from: "later", uses: [] },
  retriedId: { type: "text", from: "later", uses: [] },
  expiresAt: { type: "timestamptz", from: "charge", uses: [] },
  createdAt: { type: "timestamptz", from: "later", uses: ["answered"] },
  finishedAt: { type: "timestamptz", from: "reuse", uses: ["answered"] },
  refundedAt: { type: "timestamptz", from: "later", uses: ["answered"] },
  deletedAt: { type: "timestamptz", from: "later", uses: [] },
  // Erased, because the caller may have chosen it.
  requestId: { type: "text", from: "charge", uses: ["answered", "erased"] },
  traceparent: { type: "text", from: "charge", uses: [] },
} as const satisfies Record<keyof Generation, Column>;

/** Every column of the table `batch`; only the deletion of its account removes data from it. */
export const batchColumns = {
  id: { type: "text", uses: ["answered"] },
  userId: { type: "text", uses: [] },
  apiKeyId: { type: "text", uses: [] },
  title: { type: "text", uses: ["answered", "counted"] },
  metadata: { type: "jsonb", uses: ["presented", "counted"] },
  webhook: { type: "jsonb", uses: ["counted"] },
  total: { type: "integer", uses: ["presented"] },
  createdAt: { type: "timestamptz", uses: ["answered"] },
  canceledAt: { type: "timestamptz", uses: ["presented"] },
} as const satisfies Record<keyof Batch, Omit<Column, "from" | "empty">>;

type Columns = typeof workColumns;
type Key = keyof Columns;

export type ColumnFrom<S extends Source> = {
  [K in Key]: Columns[K]["from"] extends S ? K : never;
}[Key];

type ColumnFor<U extends Use> = {
  [K in Key]: U extends Columns[K]["uses"][number] ? K : never;
}[Key];

/** A column by its names in the business and in SQL. */
interface NamedColumn<K extends Key = Key> extends Column {
  key: K;
  name: string;
  empty: string;
}

const named = Object.entries<Column>(workColumns).map(
  ([key, column]): NamedColumn => ({
    ...column,
    key: key as Key,
    name: key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    empty: column.empty ?? "NULL",
  }),
);

export function columnsFrom<S extends Source>(...sources: readonly S[]): NamedColumn<ColumnFrom<S>>[] {
  const isMeant = (column: NamedColumn): column is NamedColumn<ColumnFrom<S>> =>
    sources.some((source) => source === column.from);
  return named.filter(isMeant);
}

export function columnsFor<U extends Use>(use: U): NamedColumn<ColumnFor<U>>[] {
  const isMeant = (column: NamedColumn): column is NamedColumn<ColumnFor<U>> => column.uses.includes(use);
  return named.filter(isMeant);
}

/** The values of these columns from a row, or from equally named fields of an order or a request. */
export function pickColumns<K extends Key, Row extends { readonly [Name in K]?: unknown }>(
  columns: readonly NamedColumn<K>[],
  row: Row,
): Pick<Row, K & keyof Row> {
  const keys: ReadonlySet<string> = new Set(columns.map(({ key }) => key));
  const picked = Object.entries(row).filter(([key]) => keys.has(key));
  return Object.fromEntries(picked) as Pick<Row, K & keyof Row>;
}

/** An SQL list with one entry per column: its name, or the result of `write`. */
export function columnList<K extends Key>(
  columns: readonly NamedColumn<K>[],
  write: (column: NamedColumn<K>) => string = ({ name }) => name,
): Prisma.Sql {
  return Prisma.raw(columns.map(write).join(", "));
}

/** Estimated size of an empty row with its index entries and ledger lines. */
export const emptyRowBytes = 1_000;

const counted = columnsFor("counted");

/** The size that the row of a piece of work, or of a batch, counts for in the account's storage. */
export function storedBytesOf(row: { readonly [Name in (typeof counted)[number]["key"]]?: unknown }): number {
  const values = counted.map(({ key }) => row[key] ?? undefined).filter((value) => value !== undefined);
  return emptyRowBytes + Buffer.byteLength(JSON.stringify(values));
}
