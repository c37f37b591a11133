import { UploadError } from "../errors.ts";

/** A picture: a Blob or File, its bytes, a stream of them, or the path of a file (Node, Deno, Bun). */
export type UploadSource =
  | Blob
  | ArrayBuffer
  | Uint8Array
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>
  | string
  | URL;

/** The complete content to send: a retry needs all of it. */
export interface UploadFile {
  content: Blob;
  name: string;
}

export async function openSource(source: UploadSource, name?: string): Promise<UploadFile> {
  if (typeof source === "string" || source instanceof URL) return openPath(source, name);
  if (source instanceof Blob) {
    const own = "name" in source && typeof source.name === "string" ? source.name : undefined;
    return { content: source, name: name ?? own ?? "picture" };
  }
  return { content: await toBlob(source), name: name ?? "picture" };
}

async function toBlob(source: Exclude<UploadSource, Blob | string | URL>): Promise<Blob> {
  if (source instanceof ArrayBuffer) return new Blob([source]);
  if (source instanceof Uint8Array) return new Blob([source as Uint8Array<ArrayBuffer>]);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of chunksOf(source)) parts.push(part as Uint8Array<ArrayBuffer>);
  return new Blob(parts);
}

/** Not every browser supports iterating a stream. */
async function* chunksOf(
  source: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> {
  if (!(source instanceof ReadableStream)) {
    yield* source;
    return;
  }
  const reader = source.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.releaseLock();
  }
}

/** Files are streamed while they are sent. Bundlers for browsers see no import here. */
async function openPath(path: string | URL, name?: string): Promise<UploadFile> {
  const files = builtin<typeof import("node:fs")>("node:fs");
  const paths = builtin<typeof import("node:path")>("node:path");
  if (!files || !paths) {
    throw new UploadError("Files cannot be read by their path here.", {
      fix: "Pass a File or a Blob.",
    });
  }
  try {
    const content = await (files.openAsBlob?.(path) ??
      files.promises.readFile(path).then((bytes) => new Blob([bytes as Uint8Array<ArrayBuffer>])));
    return { content, name: name ?? paths.basename(path instanceof URL ? path.pathname : path) };
  } catch (error) {
    throw new UploadError(`${path} cannot be read.`, {
      fix: "Check the path and its permissions.",
      cause: error,
    });
  }
}

function builtin<Module>(name: string): Module | undefined {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } };
  return process?.getBuiltinModule?.(name) as Module | undefined;
}
