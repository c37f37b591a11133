import { createReadStream, createWriteStream } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { ClientBase } from "pg";
import { to } from "pg-copy-streams";
import { withClient } from "../db/client.ts";
import { hasEmbeddedPictures, imageFiles } from "../images/embedded/folder.ts";
import { AssetStore, parseRecord } from "../images/embedded/store.ts";
import { getPresentAccount } from "../images/providers.ts";
import { directDatabaseUrl } from "../platform/env.ts";
import { type AddEntry, addFile } from "./archive.ts";
import { quoted } from "./database.ts";
import { type ArchiveManifest, type CreateOptions, entryNames } from "./format.ts";
import { isNeededHere } from "./needed-pictures.ts";

/** Limit of attempts for a picture that is replaced while it is read. */
const readAttempts = 5;
const restAtMostMs = 100;

export const picturesFolder = (dataDir: string) => path.join(dataDir, "images");

/** Whether there are pictures that an archive can include; those of another image host it cannot. */
export const hasArchivablePictures = () => getPresentAccount() === null || hasEmbeddedPictures();

const listIn = (folder: string) => path.join(folder, "pictures");

/**
 * Writes the public ids that rows reference to a file in `folder`, in the connection's snapshot; each with a flag
 * whether it is needed.
 */
export async function listPictures(client: ClientBase, folder: string): Promise<void> {
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
  const list = createWriteStream(listIn(folder), { mode: 0o600 });
  await pipeline(client.query(to(`COPY (${text}) TO STDOUT`)), list);
}

/**
 * Adds the listed pictures of the embedded host, with the markers of paid cut-outs, and an index with a line for each:
 * its id, its state, and whether a paid cut-out of it is marked.
 */
export async function copyPictures(
  add: AddEntry,
  folder: string,
  { onProgress, signal }: CreateOptions,
): Promise<ArchiveManifest["pictures"]> {
  const store = new AssetStore(imageFiles());
  const totals = { count: 0, sizeBytes: 0, removed: 0, missing: 0 };
  const index = path.join(folder, "index");
  // A connection outside of the snapshot.
  await withClient(directDatabaseUrl(), async (live) => {
    let done = 0;
    const copyAll = async function* () {
      for await (const row of createInterface({ input: createReadStream(listIn(folder)) })) {
        signal?.throwIfAborted();
        const beganAtMs = performance.now();
        const [escapedId = "", isNeeded] = row.split("\t");
        const publicId = escapedId.replaceAll("\\\\", "\\");
        const copied = await copyOne(store, publicId, add);
        if (copied) {
          totals.count += 1;
          totals.sizeBytes += copied.sizeBytes;
          yield `${escapedId}\tstored\t${copied.isMarked}\n`;
        } else if (isNeeded === "t") {
          const state = (await isStillNeeded(live, publicId)) ? "missing" : "removed";
          totals[state] += 1;
          yield `${escapedId}\t${state}\tfalse\n`;
        }
        onProgress?.({ what: "pictures", done: ++done });
        await delay(Math.min(performance.now() - beganAtMs, restAtMostMs));
      }
    };
    await pipeline(copyAll, createWriteStream(index, { mode: 0o600 }));
  });
  await addFile(add, entryNames.pictureIndex, index);
  return totals;
}

/** Returns null when the host does not have the picture. */
async function copyOne(store: AssetStore, publicId: string, add: AddEntry) {
  const recordKey = store.recordKey(publicId);
  for (let attempt = 1; attempt <= readAttempts; attempt += 1) {
    const record = await store.files.read(recordKey);
    if (!record) return null;
    const asset = parseRecord(record.toString("utf8"));
    const originalKey = store.originalKey(asset);
    const original = await store.files.open(originalKey);
    try {
      if (original) {
        const isMarked = await store.isCutoutAllowed(asset);
        await add(`${entryNames.pictures}${recordKey}`, record);
        // The handle stays readable when the picture is removed.
        const sizeBytes = await add(`${entryNames.pictures}${originalKey}`, original.handle);
        const mark = `${entryNames.pictures}${store.cutoutMark(asset)}`;
        if (isMarked) await add(mark, Buffer.alloc(0));
        return { sizeBytes, isMarked };
      }
    } finally {
      await original?.handle.close();
    }
    // Unless a new version has replaced the record, the bytes are lost.
    if ((await store.files.read(recordKey))?.equals(record)) return null;
  }
  throw new Error(`${publicId} is stored anew all the time`);
}

async function isStillNeeded(live: ClientBase, publicId: string): Promise<boolean> {
  const { rowCount } = await live.query(
    `SELECT FROM (SELECT $1::text AS public_id) p WHERE ${isNeededHere}`,
    [publicId],
  );
  return rowCount === 1;
}
