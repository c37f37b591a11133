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
];

/** A user's whole ledger as CSV (RFC 4180, UTF-8 with a byte order mark), newest first, read in batches. */
export function ledgerCsv(userId: string): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const lines = readLines(userId);
  return new ReadableStream(
    {
      async pull(controller) {
        const { value, done } = await lines.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await lines.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

async function* readLines(userId: string): AsyncGenerator<string> {
  yield `\uFEFF${toCsvRow(columns)}`;
  for (let before: string | null = null; ; ) {
    const lines: LedgerLine[] = await readLedger(userId, { before, limit: batchSize });
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
  ];
}

/** One row of CSV. Text that a spreadsheet would take for a formula gets an apostrophe in front. */
export function toCsvRow(cells: readonly (string | number)[]): string {
  return `${cells.map((cell) => (typeof cell === "number" ? String(cell) : quote(cell))).join(",")}\r\n`;
}

function quote(text: string): string {
  const safe = /^[\s]*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
