import { type FileHandle, open, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { Busboy, type BusboyFileStream } from "@fastify/busboy";
import { temporaryPath } from "./files.ts";
import { ProtocolError } from "./protocol-error.ts";

/** A body that goes on past its limit is read and dropped up to here, so that the sender hears the answer. */
const drainLimitBytes = 128 * 1024 * 1024;
const fieldLimits = { fieldNameSize: 200, fieldSize: 256 * 1024, fields: 200, parts: 220, files: 20 };

export interface FormFile {
  /** Temporary file with the bytes, cut off after the limit; the receiver deletes it. */
  path: string;
  /** All bytes that were sent, kept or not. */
  sizeBytes: number;
  /** The name sent along, null when there was none: then the content may be a text value. */
  filename: string | null;
}

export interface Form {
  /** Text fields; those named `x[]` are lists under `x`. */
  params: Record<string, string | string[]>;
  file: FormFile | null;
}

/**
 * Reads a multipart body as a stream: text fields into memory, the field `file` into a temporary file of at most
 * `fileLimitBytes`. Throws ProtocolError 400 for a body that breaks the format; then no file is left behind.
 */
export async function readMultipart(
  body: ReadableStream<Uint8Array>,
  contentType: string,
  { folder, fileLimitBytes }: { folder: string; fileLimitBytes: number },
): Promise<Form> {
  const params = new Map<string, string | string[]>();
  const writes: Promise<void>[] = [];
  const streams: BusboyFileStream[] = [];
  let file: FormFile | null = null;
  let problem: ProtocolError | null = null;
  const parser = openParser(contentType);
  parser.on("field", (name, value) => {
    if (name) addParam(params, name, value);
  });
  parser.on("file", (name, stream, filename) => {
    streams.push(stream);
    // The parser may report a cut-off part again after its reader has gone; that must not end the process.
    stream.on("error", () => undefined);
    if (name !== "file" || file) {
      if (name === "file") problem = new ProtocolError(400, "Only one file parameter is allowed");
      writes.push(drop(stream));
      return;
    }
    const target: FormFile = { path: temporaryPath(folder), sizeBytes: 0, filename: filename ?? null };
    file = target;
    writes.push(writeLimited(stream, target, fileLimitBytes));
  });
  for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const) {
    parser.on(limit, () => {
      problem = new ProtocolError(400, "Too many parameters");
    });
  }
  const parsing = pipeline(Readable.fromWeb(body as NodeReadableStream), parser).catch((error) => {
    for (const stream of streams) stream.destroy();
    throw error;
  });
  const results = await Promise.allSettled([parsing]);
  results.push(...(await Promise.allSettled(writes)));
  const failed = results.find((result) => result.status === "rejected");
  if (failed || problem) {
    if (file) await rm((file as FormFile).path, { force: true });
    throw problem ?? asProtocolError(failed?.status === "rejected" ? failed.reason : null);
  }
  return { params: Object.fromEntries(params), file };
}

function openParser(contentType: string) {
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      limits: { ...fieldLimits, headerPairs: 50, headerSize: 16 * 1024 },
      isPartAFile: (name, _type, filename) => name === "file" || filename !== undefined,
    });
  } catch (error) {
    throw new ProtocolError(400, "Invalid multipart body: the boundary is missing or invalid", {
      cause: error,
    });
  }
}

function asProtocolError(error: unknown): unknown {
  const isSystemError = error instanceof Error && "syscall" in error;
  if (error instanceof ProtocolError || isSystemError) return error;
  return new ProtocolError(400, "Invalid multipart body: it is malformed or was cut off", { cause: error });
}

export function addParam(params: Map<string, string | string[]>, name: string, value: string): void {
  const list = /^(.+)\[\d*\]$/.exec(name)?.[1];
  if (!list) {
    params.set(name, value);
    return;
  }
  const before = params.get(list);
  params.set(list, [...(Array.isArray(before) ? before : []), value]);
}

async function writeLimited(stream: BusboyFileStream, target: FormFile, limitBytes: number): Promise<void> {
  const handle = await open(target.path, "wx", 0o644);
  try {
    await writeChunks(stream, handle, target, limitBytes);
  } finally {
    await handle.close();
  }
}

async function writeChunks(
  stream: BusboyFileStream,
  handle: FileHandle,
  target: FormFile,
  limitBytes: number,
): Promise<void> {
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (target.sizeBytes < limitBytes) {
      await handle.write(chunk.subarray(0, limitBytes - target.sizeBytes));
    }
    target.sizeBytes += chunk.length;
    if (target.sizeBytes > drainLimitBytes)
      throw new ProtocolError(400, `File size too large. Maximum is ${limitBytes}.`);
  }
}

async function drop(stream: BusboyFileStream): Promise<void> {
  for await (const _chunk of stream as AsyncIterable<Buffer>) {
    // Its bytes are wanted by nobody, but the parser waits until they are taken.
  }
}
