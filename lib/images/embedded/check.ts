import { createHash, randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { temporaryPath } from "#lib/storage/files.ts";
import { type FileStore, temporaryName } from "#lib/storage/port.ts";
import { derivedFolder } from "./derived.ts";
import { assetsFolder } from "./folder.ts";
import { parseRecord, recordName } from "./store.ts";

/** Larger than one part of a multipart upload. */
const probeBytes = 9 * 1024 * 1024;

/** Writes, reads, lists and deletes a small and a large file. Throws errors of the storage; returns the duration. */
export async function probeStorage(files: FileStore): Promise<{ ms: number }> {
  const startedAtMs = performance.now();
  await files.prepare(temporaryName);
  const folder = `${temporaryName}/check-${randomBytes(8).toString("hex")}`;
  const bytes = randomBytes(probeBytes);
  const temporary = temporaryPath(files.temporaryFolder);
  await writeFile(temporary, bytes, { flush: true });
  try {
    await files.write(`${folder}/small`, "small");
    await files.store(temporary, `${folder}/large`);
    const opened = await files.open(`${folder}/large`);
    const read = await opened?.handle.readFile();
    await opened?.handle.close();
    if (!read?.equals(bytes)) throw new Error(`${files.name} gave back other bytes than it was given`);
    const names = (await files.listNames(folder)).sort().join();
    if (names !== "large,small") {
      throw new Error(
        `${files.name} lists "${names}" after large and small were written: it must list what it has at once`,
      );
    }
  } catch (error) {
    // Reports the original error, even if the cleanup fails too.
    await files.removeFolder(folder).catch(() => undefined);
    throw error;
  }
  await files.removeFolder(folder);
  const left = await files.listNames(folder);
  if (left.length > 0) throw new Error(`${files.name} still lists what was deleted: ${left.join()}`);
  return { ms: Math.round(performance.now() - startedAtMs) };
}

export interface StorageCount {
  pictures: number;
  pictureBytes: number;
  derived: number;
  derivedBytes: number;
}

export async function countFiles(files: FileStore): Promise<StorageCount> {
  const count = { pictures: 0, pictureBytes: 0, derived: 0, derivedBytes: 0 };
  for await (const { key, sizeBytes } of files.list(assetsFolder)) {
    if (key.endsWith(`/${recordName}`)) count.pictures += 1;
    count.pictureBytes += sizeBytes;
  }
  for await (const { sizeBytes } of files.list(derivedFolder)) {
    count.derived += 1;
    count.derivedBytes += sizeBytes;
  }
  return count;
}

/** Reads every original and returns those that differ from their upload. */
export async function findDamaged(files: FileStore): Promise<{ publicId: string; problem: string }[]> {
  const damaged: { publicId: string; problem: string }[] = [];
  for await (const { key } of files.list(assetsFolder)) {
    if (!key.endsWith(`/${recordName}`)) continue;
    const record = await files.read(key);
    if (!record) continue;
    const { publicId, file, etag } = parseRecord(record.toString("utf8"));
    const problem = await problemOf(files, `${key.slice(0, -recordName.length)}${file}`, etag);
    // Pictures replaced or deleted meanwhile are not damaged.
    if (problem && (await files.read(key))?.equals(record)) damaged.push({ publicId, problem });
  }
  return damaged;
}

async function problemOf(files: FileStore, key: string, md5: string): Promise<string | null> {
  try {
    const opened = await files.open(key);
    if (!opened) return "its bytes are not there";
    const hash = createHash("md5");
    await pipeline(opened.handle.createReadStream(), hash);
    return hash.digest("hex") === md5 ? null : "its bytes are not those that were uploaded";
  } catch (error) {
    if (error instanceof Error && "isAway" in error && error.isAway === false) return error.message;
    throw error;
  }
}
