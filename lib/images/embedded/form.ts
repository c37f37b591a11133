import { open, rm } from "node:fs/promises";
import { maxUploadBytes } from "../upload-limit.ts";
import { temporaryPath, writeDurably } from "./files.ts";
import type { EmbeddedImageHost } from "./host.ts";
import { addParam, type Form, type FormFile, readMultipart } from "./multipart.ts";
import { ProtocolError } from "./protocol-error.ts";

/** A picture of the largest size as a base64 data URI. */
const maxTextBytes = () => Math.ceil(maxUploadBytes() / 3) * 4 + 1024;

export interface ReceivedForm extends Form {
  /** Deletes the temporary file, if it is still there. */
  dispose: () => Promise<void>;
}

/** Reads a call's body: multipart, urlencoded or JSON. */
export async function readForm(host: EmbeddedImageHost, request: Request): Promise<ReceivedForm> {
  await host.prepare();
  const form = await readBody(host, request);
  return {
    ...form,
    dispose: async () => {
      if (form.file) await rm(form.file.path, { force: true });
    },
  };
}

async function readBody(host: EmbeddedImageHost, request: Request): Promise<Form> {
  const contentType = request.headers.get("content-type") ?? "";
  const folder = host.store.temporaryFolder;
  if (!request.body) return { params: {}, file: null };
  if (/^multipart\/form-data\b/i.test(contentType)) {
    return readMultipart(request.body, contentType, { folder, fileLimitBytes: maxTextBytes() });
  }
  const text = await readText(request.body);
  const params = new Map<string, string | string[]>();
  if (/^application\/json\b/i.test(contentType)) readJson(text, params);
  else for (const [name, value] of new URLSearchParams(text)) addParam(params, name, value);
  const value = params.get("file");
  params.delete("file");
  if (typeof value !== "string" || value === "") return { params: Object.fromEntries(params), file: null };
  const file: FormFile = { path: temporaryPath(folder), sizeBytes: Buffer.byteLength(value), filename: null };
  await writeDurably(file.path, value);
  return { params: Object.fromEntries(params), file };
}

async function readText(body: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxTextBytes())
      throw new ProtocolError(400, `File size too large. Maximum is ${maxUploadBytes()}.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function readJson(text: string, params: Map<string, string | string[]>): void {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ProtocolError(400, "Invalid JSON body", { cause: error });
  }
  if (!value || typeof value !== "object" || Array.isArray(value))
    throw new ProtocolError(400, "Invalid JSON body");
  for (const [name, entry] of Object.entries(value)) {
    if (Array.isArray(entry)) params.set(name, entry.map(String));
    else if (entry !== null && typeof entry !== "object") params.set(name, String(entry));
  }
}

/**
 * Turns what was sent as `file` into a temporary file with the picture's bytes: the binary itself, a data URI, or
 * the address of a picture, which is fetched. Throws ProtocolError 400.
 */
export async function resolveFile(
  host: EmbeddedImageHost,
  file: FormFile,
  signal: AbortSignal,
): Promise<string> {
  const text = file.filename === null ? await readTextValue(file) : null;
  if (text === null) {
    if (file.sizeBytes > maxUploadBytes()) throw tooLarge(file.sizeBytes);
    return file.path;
  }
  const bytes = text.startsWith("data:") ? decodeDataUri(text) : await fetchRemote(host, text, signal);
  const path = temporaryPath(host.store.temporaryFolder);
  await writeDurably(path, bytes);
  return path;
}

export function tooLarge(sizeBytes: number): ProtocolError {
  return new ProtocolError(400, `File size too large. Got ${sizeBytes}. Maximum is ${maxUploadBytes()}.`);
}

/** The value of a `file` field that is a text, null when it is binary. */
async function readTextValue(file: FormFile): Promise<string | null> {
  if (file.sizeBytes > maxTextBytes()) throw tooLarge(file.sizeBytes);
  const handle = await open(file.path);
  try {
    const head = Buffer.alloc(10);
    await handle.read(head, 0, head.length, 0);
    if (!/^(data:|https?:|ftp:|gs:|s3:)/i.test(head.toString("latin1"))) return null;
    return (await handle.readFile("utf8")).trim();
  } finally {
    await handle.close();
  }
}

function decodeDataUri(text: string): Uint8Array {
  const match = /^data:([\w.+-]+\/[\w.+-]+)?(;[\w=.+-]+)*;base64,/i.exec(text.slice(0, 200));
  if (!match) throw new ProtocolError(400, "Invalid file parameter: a data URI must be base64");
  const bytes = Buffer.from(text.slice(match[0].length), "base64");
  if (bytes.byteLength > maxUploadBytes()) throw tooLarge(bytes.byteLength);
  return bytes;
}

async function fetchRemote(host: EmbeddedImageHost, url: string, signal: AbortSignal): Promise<Uint8Array> {
  try {
    return await host.fetchImage(url, signal);
  } catch (error) {
    throw new ProtocolError(400, "Error in loading the file parameter's address", { cause: error });
  }
}
