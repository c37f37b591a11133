import { buffer } from "node:stream/consumers";
import { Busboy } from "@fastify/busboy";
import { BodyError, type BodyFault, type Growth, readBody } from "../platform/body.ts";
import { type ApiError, type ErrorIssue, invalidParams, issueOf } from "../platform/errors.ts";
import { isWithinBounds, jsonBounds } from "../platform/json-bounds.ts";
import { because } from "../platform/reasons.ts";

/** Allowance for the multipart envelope around a file of the largest size. */
export const multipartOverheadBytes = 16 * 1024;
/** More than any call has fields: 60,000 parts would block the thread for seconds. */
const maxParts = 200;
export const formType = /^multipart\/form-data\b/i;

/** A file with the name that its sender gave it. */
export interface SentFile {
  file: Uint8Array;
  fileName: string;
}

/** A picture sent in place of an address; `problem` if it cannot be one. Its file is dropped once it is stored. */
export interface SentPicture {
  file: Uint8Array | undefined;
  fileName?: string | undefined;
  digest: string;
  problem?: string | undefined;
}

/**
 * The pictures of a body by their keys. A key is in the field of its picture until the picture is stored; it has the
 * digest of the bytes, so that equal calls have equal input.
 */
export type SentPictures = ReadonlyMap<string, SentPicture>;

/** A body as received. `read` returns its fields and pictures once, and then holds neither. */
export interface ReceivedBody {
  /** Without its pictures, which cost no time to parse. */
  sizeBytes: number;
  read: () => Promise<{ body: unknown; pictures: SentPictures | null }>;
}

/** A part of a multipart body; `fileName` is null for a text field. */
export interface Part {
  name: string;
  fileName: string | null;
  bytes: Uint8Array;
}

/**
 * The parts of a body. `formData()` would refuse a file name with an escaped quote (`27\".png`), which several
 * clients send. Throws ApiError invalid_params for too many parts, another error for a malformed body.
 */
export async function readParts(body: Uint8Array, contentType: string): Promise<Part[]> {
  const parser = new Busboy({
    headers: { "content-type": contentType },
    limits: { fieldSize: body.length, parts: maxParts },
    isPartAFile: (_name, _type, fileName) => fileName !== undefined,
  });
  const parts: Promise<Part>[] = [];
  parser.on("field", (name, text) => {
    parts.push(Promise.resolve({ name, fileName: null, bytes: Buffer.from(text) }));
  });
  parser.on("file", (name, stream, sentName) => {
    // Browsers send a quote as %22.
    const fileName = sentName.replaceAll("%22", '"');
    const part = buffer(stream).then((bytes) => ({ name, fileName, bytes }));
    // Awaited only if the parser reads the whole body.
    part.catch(() => undefined);
    parts.push(part);
  });
  await new Promise<void>((resolve, reject) => {
    parser.on("finish", resolve).on("error", reject);
    const message = `The form has more than ${maxParts} parts`;
    parser.on("partsLimit", () => reject(invalidParams([{ path: "", message }])));
    parser.end(body);
  });
  return await Promise.all(parts);
}

export function parseJson(bytes: Uint8Array): unknown {
  if (!isWithinBounds(bytes)) throw invalidParams([issueOf("", because("body_too_nested", jsonBounds))]);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw invalidParams([issueOf("", because("body_malformed"))], cause);
  }
}

/** The whole body, at most `maxBytes`. Throws ApiError invalid_params with the issue given for the fault. */
export async function readBytes(
  request: Request,
  maxBytes: number,
  { issues = {}, growth }: { issues?: Partial<Record<BodyFault, ErrorIssue>>; growth?: Growth } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await readBody(request, maxBytes, growth);
  } catch (error) {
    throw error instanceof BodyError ? refuseBody(error, issues) : error;
  }
}

export function refuseBody(error: BodyError, issues: Partial<Record<BodyFault, ErrorIssue>> = {}): ApiError {
  const whole = { ...issueOf("", error.why), message: error.message.replace(/\.$/, "") };
  return invalidParams([issues[error.fault] ?? whole], error);
}
