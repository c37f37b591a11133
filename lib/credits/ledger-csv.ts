import { readHeavily } from "../db/heavy-reads.ts";
import { csvStream, toCsvRow } from "../platform/csv.ts";
import { type LedgerLine, readLedger } from "./ledger.ts";

const batchSize = 1_000;
const columns = [
  "time",
  "kind",
  "credits",
  "monthly",
  "topup",
  "monthly_after",
  "topup_after",
  "operation",
  "style",
  "resolution",
  "api_key",
  "generation_id",
  "note",
  "scene",
  "title",
  "custom_id",
  "batch_id",
];

/** A user's whole ledger as CSV, newest first, read in batches. */
export function ledgerCsv(userId: string): ReadableStream<Uint8Array> {
  return csvStream(columns, readLines(userId));
}

async function* readLines(userId: string): AsyncGenerator<string> {
  for (let before: string | null = null; ; ) {
    const next = { before, limit: batchSize };
    const lines: LedgerLine[] = await readHeavily(userId, () => readLedger(userId, next));
    if (lines.length > 0) yield lines.map((line) => toCsvRow(cellsOf(line))).join("");
    before = lines.at(-1)?.id ?? null;
    if (lines.length < batchSize) return;
  }
}

function cellsOf(line: LedgerLine): (string | number)[] {
  const { at, kind, monthlyDelta, topupDelta, monthlyAfter, topupAfter, work, note } = line;
  return [
    at.toISOString(),
    kind,
    monthlyDelta + topupDelta,
    monthlyDelta,
    topupDelta,
    monthlyAfter,
    topupAfter,
    work?.operation ?? "",
    work?.style ?? "",
    work?.resolution ?? "",
    work ? (work.keyName ?? "dashboard") : "",
    work?.id ?? "",
    work ? "" : note,
    work?.scene ?? "",
    work?.title ?? "",
    work?.customId ?? "",
    work?.order?.id ?? "",
  ];
}
