import { open, rm } from "node:fs/promises";
import { BodyError, readBody } from "#lib/platform/body.ts";
import { maxUploadBytes } from "../upload-limit.ts";
import { checkSignedCall, isCompletelySigned } from "./authorise.ts";
import { temporaryPath, writeDurably } from "./files.ts";
import type { EmbeddedImageHost } from "./host.ts";
import type { Intake } from "./intake.ts";
import { type Form, type FormFile, readMultipart } from "./multipart.ts";
import { ParamCollector, type Params, textOf } from "./params.ts";
import { ProtocolError } from "./protocol-error.ts";

/** JSON and urlencoded bodies are read whole before their signature can be checked; larger data URIs come as multipart. */
const maxPlainBytes = 64 * 1024;

export interface ReceivedForm extends Form {
  /** Deletes the temporary file, if it is still there. */
  dispose: () => Promise<void>;
}

/**
 * Reads a signed call's body: multipart, urlencoded or JSON. Where the signed fields come before the file they are
 * checked before a byte of it is written; where the file comes first, little is kept for long until they follow.
 * Throws ProtocolError in Cloudinary's words, also for a wrong signature.
 */
export async function readSignedForm(
  host: EmbeddedImageHost,
  request: Request,
  { takesFile }: { takesFile: boolean },
): Promise<ReceivedForm> {
  await host.prepare();
  const intake = openIntake(host, request);
  let file: FormFile | null = null;
  const dispose = async () => {
    if (file) await rm(file.path, { force: true });
    intake.end();
  };
  try {
    const form = await readForm(host, request, intake, takesFile);
    file = form.file;
    checkSignedCall(host, form.params);
    intake.prove(holderOf(form.params));
    return { ...form, dispose };
  } catch (error) {
    await dispose();
    throw asProtocolError(error);
  }
}

function openIntake(host: EmbeddedImageHost, request: Request): Intake {
  try {
    return host.door.open(request);
  } catch (error) {
    throw asProtocolError(error);
  }
}

function asProtocolError(error: unknown): unknown {
  if (!(error instanceof BodyError)) return error;
  if (error.cause instanceof ProtocolError) return error.cause;
  return new ProtocolError(400, error.message, { cause: error });
}

async function readForm(
  host: EmbeddedImageHost,
  request: Request,
  intake: Intake,
  takesFile: boolean,
): Promise<Form> {
  const contentType = request.headers.get("content-type") ?? "";
  const folder = host.store.temporaryFolder;
  if (/^multipart\/form-data\b/i.test(contentType)) {
    const beforeFile = (params: Params) => {
      if (!isCompletelySigned(params)) return;
      checkSignedCall(host, params);
      intake.prove(holderOf(params));
    };
    return readMultipart(intake, { contentType, folder, takesFile, beforeFile });
  }
  const body = intake.stream();
  const text = new TextDecoder().decode(await readBody({ headers: request.headers, body }, maxPlainBytes));
  const { file, ...params } = /^application\/json\b/i.test(contentType) ? readJson(text) : readPairs(text);
  if (typeof file !== "string" || file === "") return { params, file: null };
  if (!takesFile) throw new ProtocolError(400, "This call takes no file");
  checkSignedCall(host, params);
  const path = temporaryPath(folder);
  await writeDurably(path, file);
  return { params, file: { path, sizeBytes: Buffer.byteLength(file), filename: null } };
}

function holderOf(params: Params): string {
  return textOf(params, "folder") ?? textOf(params, "public_id") ?? "";
}

function readPairs(text: string): Params {
  const params = new ParamCollector();
  for (const [name, value] of new URLSearchParams(text)) params.add(name, value);
  return params.all();
}

function readJson(text: string): Params {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ProtocolError(400, "Invalid JSON body", { cause: error });
  }
  if (!value || typeof value !== "object" || Array.isArray(value))
    throw new ProtocolError(400, "Invalid JSON body");
  const params = new ParamCollector();
  for (const [name, entry] of Object.entries(value)) params.addJson(name, entry);
  return params.all();
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
  if (file.sizeBytes > maxUploadBytes()) throw tooLarge(file.sizeBytes);
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
