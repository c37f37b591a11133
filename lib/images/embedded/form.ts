import { rm } from "node:fs/promises";
import { ReadableStream } from "node:stream/web";
import { BodyError, readBody } from "#lib/platform/body.ts";
import { temporaryPath, writeDurably } from "#lib/storage/files.ts";
import type { EmbeddedImageHost } from "./host.ts";
import type { Intake } from "./intake.ts";
import { type Form, type FormFile, readMultipart } from "./multipart.ts";
import { checkSignature, isCompletelySigned, ParamCollector, type Params } from "./params.ts";
import { ProtocolError } from "./protocol-error.ts";

/**
 * JSON and urlencoded bodies are read completely before their signature is checked, so larger data URIs must be sent
 * as multipart.
 */
const maxPlainBytes = 64 * 1024;

export interface ReceivedForm extends Form {
  /** Deletes the temporary file if it still exists. */
  dispose: () => Promise<void>;
}

/**
 * Reads a signed call's body: multipart, urlencoded or JSON. Signed fields that precede the file are verified before
 * any of it is written; a file that comes first is subject to the limits of unverified senders. Throws ProtocolError
 * with Cloudinary's messages, also for a wrong signature.
 */
export async function readSignedForm(host: EmbeddedImageHost, request: Request): Promise<ReceivedForm> {
  await host.prepare();
  let intake: Intake | null = null;
  let file: FormFile | null = null;
  const dispose = async () => {
    if (file) await rm(file.path, { force: true });
    intake?.end();
  };
  try {
    intake = host.intakeLimiter.open(request);
    const form = await readForm(host, request, intake);
    file = form.file;
    checkSignature(host.account, form.params);
    intake.prove(form.params.folder ?? "");
    return { ...form, dispose };
  } catch (error) {
    await dispose();
    if (!(error instanceof BodyError)) throw error;
    if (error.cause instanceof ProtocolError) throw error.cause;
    throw new ProtocolError(400, error.message, { cause: error });
  }
}

async function readForm(host: EmbeddedImageHost, request: Request, intake: Intake): Promise<Form> {
  const contentType = request.headers.get("content-type") ?? "";
  const folder = host.store.temporaryFolder;
  if (/^multipart\/form-data\b/i.test(contentType)) {
    const beforeFile = (params: Params) => {
      if (!isCompletelySigned(params)) return;
      checkSignature(host.account, params);
      intake.prove(params.folder ?? "");
    };
    return readMultipart(intake, { contentType, folder, beforeFile });
  }
  const body = ReadableStream.from(intake.read()) as Request["body"];
  const text = new TextDecoder().decode(await readBody({ headers: request.headers, body }, maxPlainBytes));
  const { file, ...params } = /^application\/json\b/i.test(contentType) ? readJson(text) : readPairs(text);
  if (file === undefined) return { params, file: null };
  checkSignature(host.account, params);
  const path = temporaryPath(folder);
  await writeDurably(path, file);
  return { params, file: { path, sizeBytes: Buffer.byteLength(file), filename: null } };
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
