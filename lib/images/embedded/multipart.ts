import { type FileHandle, open, rm } from "node:fs/promises";
import { Busboy, type BusboyFileStream } from "@fastify/busboy";
import { temporaryPath } from "#lib/storage/files.ts";
import { maxUploadBytes } from "../../platform/env.ts";
import { type Intake, maxOverheadBytes, tooLarge } from "./intake.ts";
import { ParamCollector, type Params } from "./params.ts";
import { ProtocolError } from "./protocol-error.ts";

const fieldLimits = { fieldNameSize: 200, fieldSize: 64 * 1024, fields: 200, parts: 220, files: 20 };

export interface FormFile {
  /** Temporary file with the bytes; the receiver deletes it. */
  path: string;
  sizeBytes: number;
  /** The file name sent by the client; null without one: the content may then be a text value. */
  filename: string | null;
}

export interface Form {
  params: Params;
  file: FormFile | null;
}

export interface MultipartOptions {
  contentType: string;
  /** Folder of temporary files. */
  folder: string;
  /** Called with the fields that precede the file, before any of it is written; throws to refuse the rest. */
  beforeFile: (params: Params) => void;
}

/**
 * Parses a multipart body as a stream: text fields into memory, the field `file` into a temporary file. Throws
 * ProtocolError at the first error; then nothing more is read and no file is left.
 */
export async function readMultipart(intake: Intake, options: MultipartOptions): Promise<Form> {
  const params = new ParamCollector();
  const streams: BusboyFileStream[] = [];
  const writes: Promise<void>[] = [];
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => undefined);
  let file: FormFile | null = null;
  let fileStream: BusboyFileStream | null = null;

  const attempt = (step: () => void) => {
    try {
      step();
    } catch (error) {
      failure.reject(error);
    }
  };
  const parser = openParser(options.contentType);
  parser.on("field", (name, value, _nameCut, valueCut) =>
    attempt(() => {
      if (valueCut) throw new ProtocolError(400, "A parameter is too long");
      if (name) params.add(name, value);
    }),
  );
  parser.on("file", (name, stream, filename) => {
    streams.push(stream);
    // The parser may report a truncated part again after its reader is gone, which must not end the process.
    stream.on("error", () => undefined);
    attempt(() => {
      if (name !== "file") {
        stream.resume();
        return;
      }
      if (file) throw new ProtocolError(400, "Only one file parameter is allowed");
      options.beforeFile(params.all());
      fileStream = stream;
      file = {
        path: temporaryPath(options.folder),
        sizeBytes: 0,
        filename: filename?.replaceAll("%22", '"') ?? null,
      };
      const write = writeFile(stream, file, intake);
      write.catch(failure.reject);
      writes.push(write);
    });
  });
  for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const) {
    parser.on(limit, () => failure.reject(new ProtocolError(400, "Too many parameters")));
  }
  const finished = new Promise<void>((resolve, reject) => {
    parser.on("finish", resolve).on("error", (error) => reject(malformed(error)));
  });
  finished.catch(failure.reject);

  try {
    let read = 0;
    for await (const chunk of intake.read()) {
      read += chunk.byteLength;
      const written = new Promise<void>((resolve) => parser.write(chunk, () => resolve()));
      await Promise.race([written, failure.promise]);
      if (read - bytesOf(fileStream) > maxOverheadBytes) throw new ProtocolError(400, "Too many parameters");
    }
    parser.end();
    await Promise.race([finished, failure.promise]);
    await Promise.race([Promise.all(writes), failure.promise]);
  } catch (error) {
    for (const stream of streams) stream.destroy();
    await Promise.allSettled(writes);
    if (file) await rm((file as FormFile).path, { force: true });
    throw error;
  }
  return { params: params.all(), file };
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

function malformed(cause: unknown): ProtocolError {
  return new ProtocolError(400, "Invalid multipart body: it is malformed or was cut off", { cause });
}

function bytesOf(stream: BusboyFileStream | null): number {
  return stream?.bytesRead ?? 0;
}

async function writeFile(stream: BusboyFileStream, target: FormFile, intake: Intake): Promise<void> {
  const handle = await open(target.path, "wx", 0o644);
  try {
    await writeChunks(stream, { handle, target, intake });
  } finally {
    await handle.close();
  }
}

async function writeChunks(
  stream: BusboyFileStream,
  { handle, target, intake }: { handle: FileHandle; target: FormFile; intake: Intake },
): Promise<void> {
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    target.sizeBytes += chunk.length;
    if (target.sizeBytes > maxUploadBytes()) throw tooLarge();
    await intake.reserve(chunk.length);
    await handle.writeFile(chunk);
  }
}
