import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { serializeByKey } from "#lib/platform/concurrency.ts";
import { MissingFileError, temporaryPath } from "#lib/storage/files.ts";
import { type FileStore, temporaryName } from "#lib/storage/port.ts";
import { maxUploadBytes } from "../../platform/env.ts";
import { tooLarge } from "./intake.ts";
import type { FormFile } from "./multipart.ts";
import { ProtocolError } from "./protocol-error.ts";

const maxChunks = 400;
/** Limits of unfinished uploads: per folder and in total. */
const maxUploadsPerFolder = 4;
const maxUploads = 64;

export interface ChunkRange {
  uploadId: string;
  start: number;
  end: number;
  /** Null while the sender does not know the total size. */
  total: number | null;
}

/** The chunk of an upload that a request carries; null when it carries a whole file. */
export function readContentRange(headers: Headers): ChunkRange | null {
  const header = headers.get("content-range");
  const uploadId = headers.get("x-unique-upload-id");
  if (!header && !uploadId) return null;
  const match = /^bytes (\d{1,12})-(\d{1,12})\/(-1|\*|\d{1,12})$/.exec(header ?? "");
  if (!match || !uploadId) {
    throw new ProtocolError(400, "A chunked upload needs the Content-Range and X-Unique-Upload-Id headers");
  }
  const [start, end] = [Number(match[1]), Number(match[2])];
  const total = match[3] === "-1" || match[3] === "*" ? null : Number(match[3]);
  if (end < start || (total !== null && end >= total))
    throw new ProtocolError(400, "Invalid Content-Range header");
  if (end >= maxUploadBytes() || (total ?? 0) > maxUploadBytes())
    throw tooLarge(Math.max(end + 1, total ?? 0));
  return { uploadId, start, end, total };
}

/**
 * Stores a chunk. Resolves to a temporary file with the whole upload once no chunk is missing, else to null. Chunks
 * of one upload share its id and folder, and may be sent again. Throws ProtocolError, without storing anything, past
 * a limit; unfinished uploads are deleted an hour after their last chunk.
 */
export async function joinChunks(
  files: FileStore,
  { range, file, folder: owner }: { range: ChunkRange; file: FormFile; folder: string },
): Promise<string | null> {
  if (file.sizeBytes !== range.end - range.start + 1) {
    throw new ProtocolError(400, "The chunk's size differs from its Content-Range header");
  }
  const prefix = `chunks-${hash(owner)}-`;
  const name = prefix + hash(range.uploadId);
  const folder = `${temporaryName}/${name}`;
  await openFolder(files, { prefix, name });
  const key = `${folder}/${range.start}-${range.end}`;
  await files.store(file.path, key);
  if (range.total !== null) await files.write(`${folder}/total-${range.total}`, "");
  const { chunks, totals } = await listChunks(files, folder);
  const sizeBytes = chunks.reduce((sum, { start, end }) => sum + end - start + 1, 0);
  if (chunks.length > maxChunks || sizeBytes > maxUploadBytes() || totals.length > 1) {
    await files.remove(key);
    throw new ProtocolError(400, `The chunks overlap, disagree, or are more than ${maxChunks}`);
  }
  const [total] = totals;
  if (total === undefined || !isComplete(chunks, total)) return null;
  return join(files, folder, chunks);
}

/** Several requests may find the upload complete: the one that claims the folder joins it. */
async function join(files: FileStore, folder: string, chunks: StoredChunk[]): Promise<string | null> {
  const claimed = await files.claimFolder(folder);
  if (claimed === null) return null;
  const whole = temporaryPath(files.temporaryFolder);
  try {
    for (const { name } of chunks) {
      const chunk = await files.open(`${claimed}/${name}`);
      if (!chunk) throw new MissingFileError(name);
      await pipeline(chunk.handle.createReadStream(), createWriteStream(whole, { flags: "a" }));
    }
  } catch (error) {
    await rm(whole, { force: true });
    throw error;
  } finally {
    await files.removeFolder(claimed);
  }
  return whole;
}

const serialize = serializeByKey();

/** Serialized, so that concurrent first chunks cannot exceed the limit of uploads. */
function openFolder(files: FileStore, { prefix, name }: { prefix: string; name: string }): Promise<void> {
  return serialize(files.temporaryFolder, async () => {
    const uploads = (await files.listNames(temporaryName)).filter((other) => other.startsWith("chunks-"));
    const own = uploads.filter((other) => other.startsWith(prefix));
    if (uploads.includes(name)) return;
    if (own.length >= maxUploadsPerFolder || uploads.length >= maxUploads) {
      const message = "Too many chunked uploads are unfinished; finish them or try again later";
      throw new ProtocolError(503, message, { retryAfterS: 300 });
    }
    await files.prepare(`${temporaryName}/${name}`);
  });
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 40);
}

interface StoredChunk {
  name: string;
  start: number;
  end: number;
}

/** The stored chunks in order, and every total size that the sender stated. */
async function listChunks(
  files: FileStore,
  folder: string,
): Promise<{ chunks: StoredChunk[]; totals: number[] }> {
  const names = await files.listNames(folder);
  const totals = names.filter((name) => name.startsWith("total-")).map((name) => Number(name.slice(6)));
  const chunks = names
    .filter((name) => !name.startsWith("total-"))
    .map((name) => {
      const [start, end] = name.split("-").map(Number);
      return { name, start: start ?? 0, end: end ?? 0 };
    });
  return { chunks: chunks.sort((a, b) => a.start - b.start), totals };
}

function isComplete(chunks: StoredChunk[], total: number): boolean {
  let next = 0;
  for (const chunk of chunks) {
    if (chunk.start !== next) return false;
    next = chunk.end + 1;
  }
  return next === total;
}
