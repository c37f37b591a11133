import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { maxUploadBytes } from "../upload-limit.ts";
import { hasCode, temporaryPath } from "./files.ts";
import { tooLarge } from "./form.ts";
import type { FormFile } from "./multipart.ts";
import { ProtocolError } from "./protocol-error.ts";

export interface ChunkRange {
  uploadId: string;
  start: number;
  end: number;
  /** Null until the sender knows it. */
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
 * Keeps a chunk; when it was the last one missing, resolves to a temporary file with the whole, else to null.
 * Chunks of one upload share its id and its target; each may come again.
 */
export async function joinChunks(
  temporaryFolder: string,
  range: ChunkRange,
  file: FormFile,
  target: { public_id?: string | string[]; folder?: string | string[] },
): Promise<string | null> {
  if (file.sizeBytes !== range.end - range.start + 1) {
    throw new ProtocolError(400, "The chunk's size differs from its Content-Range header");
  }
  const identity = JSON.stringify([range.uploadId, target.public_id ?? "", target.folder ?? ""]);
  const folder = path.join(temporaryFolder, `chunks-${createHash("sha256").update(identity).digest("hex")}`);
  await mkdir(folder, { recursive: true });
  await rename(file.path, path.join(folder, `${range.start}-${range.end}-${range.total ?? ""}`));
  const chunks = await listChunks(folder);
  const total = chunks.find((chunk) => chunk.total !== null)?.total ?? null;
  if (total === null || !isComplete(chunks, total)) return null;
  const claimed = temporaryPath(temporaryFolder);
  try {
    // Of several requests that see the upload complete, only one gets the folder.
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
  } finally {
    await rm(claimed, { recursive: true, force: true });
  }
  return whole;
}

interface StoredChunk {
  name: string;
  start: number;
  end: number;
  total: number | null;
}

async function listChunks(folder: string): Promise<StoredChunk[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .map((name) => {
      const [start, end, total] = name.split("-");
      return { name, start: Number(start), end: Number(end), total: total ? Number(total) : null };
    })
    .sort((a, b) => a.start - b.start);
}

function isComplete(chunks: StoredChunk[], total: number): boolean {
  let next = 0;
  for (const chunk of chunks) {
    if (chunk.start !== next) return false;
    next = chunk.end + 1;
  }
  return next === total;
}
