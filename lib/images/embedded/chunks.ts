import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { serializeByKey } from "#lib/platform/concurrency.ts";
import { maxUploadBytes } from "../../platform/env.ts";
import { hasCode, temporaryPath } from "./files.ts";
import { tooLarge } from "./intake.ts";
import type { FormFile } from "./multipart.ts";
import { ProtocolError } from "./protocol-error.ts";

const maxChunks = 400;
/** Unfinished uploads that one folder may have, and all folders together. */
const maxUploadsPerFolder = 4;
const maxUploads = 64;

export interface ChunkRange {
  uploadId: string;
  start: number;
  end: number;
  /** Null while the sender does not know it. */
  total: number | null;
}

/** The part of a chunked upload that a request carries, null when it carries a whole file. */
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
 * Stores a chunk. Resolves to a temporary file with the whole upload when no chunk is missing any more, else to null.
 * Chunks of one upload share its id and folder, and may be sent again. Throws ProtocolError, and stores nothing, past
 * a limit; unfinished uploads are deleted an hour after their last chunk.
 */
export async function joinChunks(
  temporaryFolder: string,
  { range, file, folder: owner }: { range: ChunkRange; file: FormFile; folder: string },
): Promise<string | null> {
  if (file.sizeBytes !== range.end - range.start + 1) {
    throw new ProtocolError(400, "The chunk's size differs from its Content-Range header");
  }
  const prefix = `chunks-${hash(owner)}-`;
  const folder = path.join(temporaryFolder, prefix + hash(range.uploadId));
  await openFolder(temporaryFolder, prefix, folder);
  const name = path.join(folder, `${range.start}-${range.end}`);
  await rename(file.path, name);
  if (range.total !== null) await writeFile(path.join(folder, `total-${range.total}`), "");
  const { chunks, totals } = await listChunks(folder);
  const sizeBytes = chunks.reduce((sum, { start, end }) => sum + end - start + 1, 0);
  if (chunks.length > maxChunks || sizeBytes > maxUploadBytes() || totals.length > 1) {
    await rm(name, { force: true });
    throw new ProtocolError(400, `The chunks overlap, disagree, or are more than ${maxChunks}`);
  }
  const [total] = totals;
  if (total === undefined || !isComplete(chunks, total)) return null;
  return join(temporaryFolder, folder, chunks);
}

async function join(temporaryFolder: string, folder: string, chunks: StoredChunk[]): Promise<string | null> {
  const claimed = temporaryPath(temporaryFolder);
  try {
    // Several requests may find the upload complete: the one that can rename the folder joins it.
    await rename(folder, claimed);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
  const whole = temporaryPath(temporaryFolder);
  try {
    for (const chunk of chunks) {
      await pipeline(
        createReadStream(path.join(claimed, chunk.name)),
        createWriteStream(whole, { flags: "a" }),
      );
    }
  } catch (error) {
    await rm(whole, { force: true });
    throw error;
  } finally {
    await rm(claimed, { recursive: true, force: true });
  }
  return whole;
}

const serialize = serializeByKey();

/** Serialized, so that simultaneous first chunks cannot open more uploads than the limit. */
function openFolder(temporaryFolder: string, prefix: string, folder: string): Promise<void> {
  return serialize(temporaryFolder, async () => {
    const uploads = (await readdir(temporaryFolder)).filter((name) => name.startsWith("chunks-"));
    const own = uploads.filter((name) => name.startsWith(prefix));
    const isNew = !uploads.includes(path.basename(folder));
    if (isNew && (own.length >= maxUploadsPerFolder || uploads.length >= maxUploads)) {
      const message = "Too many chunked uploads are unfinished; finish them or try again later";
      throw new ProtocolError(503, message, { retryAfterS: 300 });
    }
    await mkdir(folder, { recursive: true });
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
async function listChunks(folder: string): Promise<{ chunks: StoredChunk[]; totals: number[] }> {
  const names = await readdir(folder).catch(() => []);
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
