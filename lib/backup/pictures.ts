import { createReadStream, createWriteStream } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { ClientBase } from "pg";
import { to } from "pg-copy-streams";
import { hasEmbeddedPictures, imageFiles } from "../images/embedded/folder.ts";
import { AssetStore, parseRecord } from "../images/embedded/store.ts";
import { getPresentAccount } from "../images/providers.ts";
import type { ArchiveWriter } from "./archive.ts";
import { quoted } from "./database.ts";
import { type ArchiveManifest, entryNames } from "./format.ts";
import { isNeededHere } from "./needed-pictures.ts";

/** Limit of attempts for a picture that is replaced while it is read. */
const readAttempts = 5;
const restAtMostMs = 100;

export const picturesFolder = (dataDir: string) => path.join(dataDir, "images");

/** Whether there are pictures that an archive can include; those of another image host it cannot. */
export const hasArchivablePictures = () => getPresentAccount() === null || hasEmbeddedPictures();

/**
 * Writes the public ids that rows reference to a file, in the connection's snapshot; each with a flag whether it is
 * needed.
 */
export async function listPictures(client: ClientBase, file: string): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `SELECT table_name AS "table", column_name AS "column"
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND data_type = 'text'
       AND column_name ~ '(^|_)public_id$'`,
  );
  const ids = rows.map(
    ({ table, column }) =>
      `SELECT ${quoted(column)} AS public_id FROM ${quoted(table)} WHERE ${quoted(column)} IS NOT NULL`,
  );
  const text = `SELECT p.public_id, ${isNeededHere} FROM (${ids.join(" UNION ")}) p`;
  await pipeline(client.query(to(`COPY (${text}) TO STDOUT`)), createWriteStream(file, { mode: 0o600 }));
}

export interface CopyPictures {
  /** The file written by `listPictures`. */
  list: string;
  /** Receives a line for each picture: its id, its state, and whether a paid cut-out of it is marked. */
  index: string;
  writer: ArchiveWriter;
  /** A connection outside of the snapshot. */
  live: ClientBase;
  onPicture: (done: number) => void;
  signal: AbortSignal | undefined;
}

/** Copies the listed pictures of the embedded host, with the markers of paid cut-outs. */
export async function copyPictures({ list, index, writer, live, onPicture, signal }: CopyPictures) {
  const store = new AssetStore(imageFiles());
  const totals: ArchiveManifest["pictures"] = { count: 0, sizeBytes: 0, removed: 0, missing: 0 };
  let done = 0;
  const copyAll = async function* () {
    for await (const row of createInterface({ input: createReadStream(list) })) {
      signal?.throwIfAborted();
      const beganAtMs = performance.now();
      const [escapedId = "", isNeeded] = row.split("\t");
      const publicId = escapedId.replaceAll("\\\\", "\\");
      const copied = await copyOne(store, publicId, writer);
      if (copied) {
        totals.count += 1;
        totals.sizeBytes += copied.sizeBytes;
        yield `${escapedId}\tstored\t${copied.isMarked}\n`;
      } else if (isNeeded === "t") {
        const state = (await isStillNeeded(live, publicId)) ? "missing" : "removed";
        totals[state] += 1;
        yield `${escapedId}\t${state}\tfalse\n`;
      }
      onPicture(++done);
      await delay(Math.min(performance.now() - beganAtMs, restAtMostMs));
    }
  };
  await pipeline(copyAll, createWriteStream(index, { mode: 0o600 }));
  return totals;
}

/** Returns null when the host does not have the picture. */
async function copyOne(store: AssetStore, publicId: string, writer: ArchiveWriter) {
  for (let attempt = 1; ; attempt += 1) {
    const found = await openAsset(store, publicId);
    if (found === null) return null;
    if (found === "changed") {
      if (attempt < readAttempts) continue;
      throw new Error(`${publicId} is stored anew all the time`);
    }
    const { original, record, keys, isMarked } = found;
    const nameOf = (key: string) => `${entryNames.pictures}${key}`;
    try {
      await writer.add(nameOf(keys.record), record);
      const sizeBytes = await writer.addFile(nameOf(keys.original), original);
      if (isMarked) await writer.add(nameOf(keys.mark), Buffer.alloc(0));
      return { sizeBytes, isMarked };
    } finally {
      await original.close();
    }
  }
}

interface OpenAsset {
  record: Buffer;
  /** The handle stays readable when the picture is removed. */
  original: FileHandle;
  keys: { record: string; original: string; mark: string };
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
  return {
    record,
    original: original.handle,
    isMarked: await store.isCutoutAllowed(asset),
    keys: { record: recordKey, original: originalKey, mark: store.cutoutMark(asset) },
  };
}

async function isStillNeeded(live: ClientBase, publicId: string): Promise<boolean> {
  const { rowCount } = await live.query(
    `SELECT FROM (SELECT $1::text AS public_id) p WHERE ${isNeededHere}`,
    [publicId],
  );
  return rowCount === 1;
}
