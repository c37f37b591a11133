import { createReadStream, createWriteStream } from "node:fs";
import { type FileHandle, rm } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { ClientBase } from "pg";
import { to } from "pg-copy-streams";
import { imageFiles } from "../images/embedded/folder.ts";
import { AssetStore, parseRecord } from "../images/embedded/store.ts";
import { DiskStore } from "../storage/disk.ts";
import type { ArchiveWriter } from "./archive-writer.ts";
import { listPictureColumns, quoted } from "./catalogue.ts";
import { type ArchiveManifest, entryNames, type Part, type PictureLine } from "./format.ts";
import { isNeededHere } from "./needed-pictures.ts";

/** Number of pictures per index. */
const perIndex = 500;
/** Limit of attempts for a picture that is replaced while it is read. */
const readAttempts = 5;
const restAtMostMs = 100;

export const picturesFolder = (dataDir: string) => path.join(dataDir, "images");

/**
 * Writes the public ids that rows reference to a file, in the connection's snapshot; each with a flag whether it is
 * needed.
 */
export async function listPictures(client: ClientBase, file: string): Promise<void> {
  const columns = await listPictureColumns(client);
  const ids = columns.map(
    ({ table, column }) =>
      `SELECT ${quoted(column)} AS public_id FROM ${quoted(table)} WHERE ${quoted(column)} IS NOT NULL`,
  );
  const text = `SELECT p.public_id, ${isNeededHere} FROM (${ids.join(" UNION ")}) p`;
  await pipeline(client.query(to(`COPY (${text}) TO STDOUT`)), createWriteStream(file, { mode: 0o600 }));
}

export interface CopyPictures {
  /** The file written by `listPictures`. */
  list: string;
  writer: ArchiveWriter;
  /** A connection outside of the snapshot. */
  live: ClientBase;
  /** Called for each picture. */
  onPicture: () => void;
  signal: AbortSignal | undefined;
}

/** Copies the listed pictures of the embedded host, with the markers of paid cut-outs. */
export async function copyPictures({ list, writer, live, onPicture, signal }: CopyPictures) {
  const store = new AssetStore(imageFiles());
  const totals: ArchiveManifest["pictures"] = { count: 0, sizeBytes: 0, removed: 0, missing: 0 };
  const parts: Part[] = [];
  let lines: PictureLine[] = [];
  const flush = async () => {
    if (lines.length === 0) return;
    const number = String(parts.length + 1).padStart(6, "0");
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    parts.push(await writer.add(`${entryNames.pictureIndex}${number}.ndjson`, Buffer.from(text)));
    lines = [];
  };
  for await (const row of createInterface({ input: createReadStream(list) })) {
    signal?.throwIfAborted();
    const beganAtMs = performance.now();
    const [publicId = "", isNeeded] = row.split("\t");
    const files = await copyOne(store, publicId, writer);
    if (files) {
      const isMarked = files.some(({ name }) => name.endsWith(".cutout"));
      lines.push({ state: "stored", publicId, isMarked, files });
      totals.count += 1;
      totals.sizeBytes += files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    } else if (isNeeded === "t") {
      const state = (await isStillNeeded(live, publicId)) ? "missing" : "removed";
      lines.push({ state, publicId });
      totals[state] += 1;
    }
    onPicture();
    if (lines.length >= perIndex) await flush();
    await delay(Math.min(performance.now() - beganAtMs, restAtMostMs));
  }
  await flush();
  return { totals, parts };
}

/**
 * Reports, in batches, which pictures referenced by the loaded rows a folder contains. `client` is connected to these
 * rows.
 */
export async function findStoredPictures(
  client: ClientBase,
  folder: string,
  onLines: (lines: PictureLine[]) => Promise<void>,
): Promise<void> {
  const store = new AssetStore(new DiskStore(folder));
  const list = path.join(folder, "pictures.list");
  await listPictures(client, list);
  let lines: PictureLine[] = [];
  const flush = async () => {
    await onLines(lines);
    lines = [];
  };
  for await (const row of createInterface({ input: createReadStream(list) })) {
    const [publicId = ""] = row.split("\t");
    const asset = await store.get(publicId);
    const isThere = asset !== null && (await store.files.stat(store.originalKey(asset))) !== null;
    if (isThere) {
      const isMarked = await store.isCutoutAllowed(asset);
      lines.push({ state: "stored", publicId, isMarked, files: [] });
    }
    if (lines.length >= perIndex) await flush();
  }
  await flush();
  await rm(list);
}

/** Returns null when the host does not have the picture. */
async function copyOne(store: AssetStore, publicId: string, writer: ArchiveWriter): Promise<Part[] | null> {
  for (let attempt = 1; ; attempt += 1) {
    const found = await openAsset(store, publicId);
    if (found === null) return null;
    if (found === "changed") {
      if (attempt < readAttempts) continue;
      throw new Error(`${publicId} is stored anew all the time`);
    }
    const { original, record, names, isMarked } = found;
    try {
      const parts = [await writer.add(names.record, record), await writer.addFile(names.original, original)];
      if (isMarked) parts.push(await writer.add(names.mark, Buffer.alloc(0)));
      return parts;
    } finally {
      await original.close();
    }
  }
}

interface OpenAsset {
  record: Buffer;
  /** The handle stays readable when the picture is removed. */
  original: FileHandle;
  names: { record: string; original: string; mark: string };
  isMarked: boolean;
}

async function openAsset(store: AssetStore, publicId: string): Promise<OpenAsset | "changed" | null> {
  const recordKey = store.recordKey(publicId);
  const record = await store.files.read(recordKey);
  if (!record) return null;
  const asset = parseRecord(record.toString("utf8"));
  const originalKey = store.originalKey(asset);
  const original = await store.files.open(originalKey);
  if (!original) {
    // Either a new version has replaced the record, or the bytes are lost.
    const isReplaced = !(await store.files.read(recordKey))?.equals(record);
    return isReplaced ? "changed" : null;
  }
  const nameOf = (key: string) => `${entryNames.pictures}${key}`;
  return {
    record,
    original: original.handle,
    isMarked: await store.isCutoutAllowed(asset),
    names: {
      record: nameOf(recordKey),
      original: nameOf(originalKey),
      mark: nameOf(store.cutoutMark(asset)),
    },
  };
}

async function isStillNeeded(live: ClientBase, publicId: string): Promise<boolean> {
  const { rowCount } = await live.query(
    `SELECT FROM (SELECT $1::text AS public_id) p WHERE ${isNeededHere}`,
    [publicId],
  );
  return rowCount === 1;
}
