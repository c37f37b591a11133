import type { Generation } from "../db/generated/client.ts";
import { db } from "../db/index.ts";
import { isRefunded } from "../db/work-status.ts";
import { archivePictures } from "../generations/archive.ts";
import { csvStream, toCsvRow } from "../platform/csv.ts";
import { ApiError } from "../platform/errors.ts";
import { requireBatch } from "./read.ts";

const rowsAtOnce = 200;
const columns = [
  ...["custom_id", "id", "operation", "status", "result_url", "width", "height", "bytes"],
  ...["credits_used", "error_code", "error_message", "title", "created_at", "finished_at"],
];

/** Everything of a batch that succeeded as a ZIP, its files named after their custom_id. */
export async function archiveBatch({ id }: { id: string }, by: { userId: string }) {
  await requireBatch(id, by);
  const rows = await db().generation.findMany({
    where: { batchId: id, status: "succeeded", deletedAt: null },
    orderBy: { place: "asc" },
  });
  if (rows.length === 0) throw new ApiError("not_found", "Nothing of this batch is done yet.");
  const names = chooseNames(rows);
  const content = await archivePictures(by.userId, rows, (row) => names.get(row.id) ?? row.id);
  return { fileName: `${id}.zip`, content };
}

/** Names that every file system takes, each once: a custom_id is free text. */
export function chooseNames(rows: readonly Pick<Generation, "id" | "customId">[]): Map<string, string> {
  const used = new Set<string>();
  return new Map(
    rows.map(({ id, customId }) => {
      const safe = (customId ?? "")
        .normalize("NFC")
        .replace(/[^\p{L}\p{N}._ -]+/gu, "-")
        .replace(/^[. ]+|[. ]+$/g, "")
        .slice(0, 100);
      const wanted = safe === "" ? id : safe;
      const name = used.has(wanted.toLowerCase()) ? `${wanted}-${id.slice(-6)}` : wanted;
      used.add(name.toLowerCase());
      return [id, name];
    }),
  );
}

/** A table of a batch: one row an item, in the order given. */
export async function exportBatch({ id }: { id: string }, by: { userId: string }) {
  await requireBatch(id, by);
  return { fileName: `${id}.csv`, content: csvStream(columns, readLines(id)) };
}

async function* readLines(batchId: string): AsyncGenerator<string> {
  for (let place = -1; ; ) {
    const rows = await db().generation.findMany({
      where: { batchId, place: { gt: place } },
      orderBy: { place: "asc" },
      take: rowsAtOnce,
    });
    if (rows.length > 0) yield rows.map((row) => toCsvRow(cellsOf(row))).join("");
    place = rows.at(-1)?.place ?? place;
    if (rows.length < rowsAtOnce) return;
  }
}

function cellsOf(row: Generation): (string | number)[] {
  return [
    ...[row.customId ?? "", row.id, row.operation, row.status, row.resultUrl ?? ""],
    ...[row.width ?? "", row.height ?? "", row.sizeBytes ?? ""],
    isRefunded(row.status) ? 0 : row.fromMonthly + row.fromTopup,
    ...[row.errorCode ?? "", row.errorMessage ?? "", row.title ?? ""],
    ...[row.createdAt.toISOString(), row.finishedAt?.toISOString() ?? ""],
  ];
}
