import type { batchArchiveQuery } from "../../contract/generations/history-schemas.ts";
import { type Given, toWire } from "../../contract/wire.ts";
import type { Batch, Generation } from "../../db/generated/client.ts";
import { readHeavily } from "../../db/heavy-reads.ts";
import { db, sql } from "../../db/index.ts";
import { spentCreditsOf } from "../../db/work-status.ts";
import { csvStream, toCsvRow } from "../../platform/csv.ts";
import { refusal } from "../../platform/errors.ts";
import { because } from "../../platform/reasons.ts";
import { archivePictures } from "../history/archive.ts";
import {
  createFileNames,
  fileEndingOf,
  resultFileName,
  safeFileName,
  skuKey,
  skuOf,
} from "../history/file-name.ts";
import { imageUrlOf, resultUrlOf, withUrls } from "../history/pictures.ts";
import { readMetadata } from "../history/present.ts";
import { chooseVersions } from "../history/versions.ts";
import { pickCutoutOptions, pickPhotoOptions } from "../kinds/options.ts";
import { requireBatch } from "./read.ts";

const rowsAtOnce = 200;
/** Limit of metadata keys that become columns, in alphabetical order. */
const maxMetadataColumns = 50;
const columns = [
  ...["custom_id", "id", "operation", "status", "result_url", "width", "height", "bytes"],
  ...["credits_used", "error_code", "error_message", "title", "created_at", "finished_at"],
  ...["sku", "image_url", "style", "prompt", "aspect_ratio", "resolution", "mode", "seed", "size", "format"],
  ...["options", "file_name", "review"],
];

type ArchiveQuery = Given<typeof batchArchiveQuery> & { id: string };

/**
 * A ZIP of a batch's succeeded work, its files named after custom_id or product: the ordered photos, optionally with
 * photos of corrected cut-outs replaced by their remakes, or only results with this review.
 */
export async function archiveBatch(
  { id, format, names = "custom_id", photos = "ordered", review }: ArchiveQuery,
  by: { userId: string },
) {
  const batch = await requireBatch(id, by);
  const done = { batchId: id, status: "succeeded", deletedAt: null } as const;
  const rows = await readHeavily(by.userId, () =>
    db().generation.findMany({ where: done, orderBy: { place: "asc" } }),
  );
  if (rows.length === 0) throw refusal(because("batch_without_results", { id }));
  const wanted = await chooseVersions(rows, { photos, review }, by);
  if (wanted.length === 0) throw refusal(because("no_result_reviewed_so"));
  const naming = names === "product" ? {} : { name: nameInBatch };
  const content = await archivePictures(by.userId, wanted, { format, ...naming });
  return { fileName: `${nameOfFile(batch)}.zip`, content };
}

/** The title of the batch as a valid file name; its id without a title. */
function nameOfFile({ id, title }: Pick<Batch, "id" | "title">): string {
  return safeFileName(title ?? "") || id;
}

/** custom_id is free text, so it is converted to a valid file name. */
export function nameInBatch({ id, customId }: Pick<Generation, "id" | "customId">): string {
  return safeFileName(customId ?? "") || id;
}

/** A batch as CSV: one row per item, in the order given, with a column per metadata key. */
export async function exportBatch({ id }: { id: string }, by: { userId: string }) {
  const batch = await requireBatch(id, by);
  const keys = await readHeavily(by.userId, () => metadataKeys(id));
  const header = [...columns, ...keys.map((key) => `metadata.${key}`)];
  return { fileName: `${nameOfFile(batch)}.csv`, content: csvStream(header, readLines(id, keys)) };
}

/** The metadata keys except the sku, which has its own column. */
async function metadataKeys(batchId: string): Promise<string[]> {
  const rows = await db().$queryRaw<{ key: string }[]>(sql`
    SELECT DISTINCT k.key FROM generation g, jsonb_object_keys(g.metadata) AS k (key)
    WHERE g.batch_id = ${batchId} AND jsonb_typeof(g.metadata) = 'object' AND k.key <> ${skuKey}
    ORDER BY k.key LIMIT ${maxMetadataColumns}`);
  return rows.map(({ key }) => key);
}

async function* readLines(batchId: string, keys: readonly string[]): AsyncGenerator<string> {
  const nameFile = createFileNames();
  for (let place = -1; ; ) {
    const rows = await db().generation.findMany({
      where: { batchId, place: { gt: place } },
      orderBy: { place: "asc" },
      take: rowsAtOnce,
    });
    if (rows.length > 0) yield rows.map((row) => toCsvRow(cellsOf(row, keys, nameFile))).join("");
    place = rows.at(-1)?.place ?? place;
    if (rows.length < rowsAtOnce) return;
  }
}

function cellsOf(
  row: Generation,
  keys: readonly string[],
  nameFile: (wanted: string) => string,
): (string | number)[] {
  const metadata = readMetadata(row.metadata) ?? {};
  const hasFile = row.status === "succeeded" && row.deletedAt === null;
  return [
    ...[row.customId ?? "", row.id, row.operation, row.status, resultUrlOf(row) ?? ""],
    ...[row.width ?? "", row.height ?? "", row.sizeBytes ?? ""],
    spentCreditsOf(row),
    ...[row.errorCode ?? "", row.errorMessage ?? "", row.title ?? ""],
    ...[row.createdAt.toISOString(), row.finishedAt?.toISOString() ?? ""],
    ...[skuOf(metadata) ?? "", imageUrlOf(row), row.style ?? "", row.prompt ?? "", row.aspectRatio ?? ""],
    ...[row.resolution ?? "", row.mode ?? "", ...optionCells(row)],
    hasFile ? `${nameFile(resultFileName(withUrls(row)))}.${fileEndingOf(withUrls(row))}` : "",
    row.review ?? "",
    ...keys.map((key) => (Object.hasOwn(metadata, key) ? (metadata[key] ?? "") : "")),
  ];
}

/** Seed, size and format, and all other requested options as JSON with the API's names. */
function optionCells({ operation, options }: Generation): (string | number)[] {
  if (operation === "remove_bg") {
    const { format, ...rest } = pickCutoutOptions(options);
    return ["", "", format ?? "", wireText(rest)];
  }
  const { seed = 0, size, format, ...rest } = pickPhotoOptions(options);
  const pixels = typeof size === "object" ? `${size.width}x${size.height}` : (size ?? "");
  return [seed, pixels, format ?? "", wireText(rest)];
}

function wireText(options: object): string {
  return Object.keys(options).length === 0 ? "" : JSON.stringify(toWire(options));
}
