import { createHash } from "node:crypto";
import type { z } from "zod";
import { uploadLimit, uploadLimitBytes } from "../contract/limits.ts";
import { tooLarge } from "../platform/body.ts";
import { ApiError, type ErrorIssue, invalidParams } from "../platform/errors.ts";
import {
  multipartOverheadBytes,
  type Part,
  parseJson,
  type ReceivedBody,
  readBytes,
  readParts,
  refuseBody,
  type SentFile,
  type SentPicture,
  type SentPictures,
} from "./body.ts";

export const fileField = "image_file";
const tooLargeFile = `is larger than ${uploadLimit}; send it with GET /api/v1/upload/signed`;
const scheme = "data:";
/** The rest of a value of `metadata` is the caller's own. */
const verbatim = "metadata";
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Replaces each data URI in an `image_url` field, at any depth, by the key of its picture. Returns the pictures, and the
 * length of all data URIs together.
 */
export function extractPictures(
  body: unknown,
  pictures = new Map<string, SentPicture>(),
): { pictures: SentPictures; textLength: number } {
  let textLength = 0;
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isObject(value)) return;
    for (const [name, inner] of Object.entries(value)) {
      if (name === "image_url" && typeof inner === "string" && inner.startsWith(scheme)) {
        textLength += inner.length;
        value[name] = addPicture(pictures, decode(inner));
      } else if (name !== verbatim) visit(inner);
    }
  };
  visit(body);
  return { pictures, textLength };
}

function decode(uri: string): { file: Uint8Array; problem?: string } {
  const [head = ""] = uri.slice(0, 200).split(",", 1);
  const file = Buffer.from(uri.slice(head.length + 1), "base64");
  if (/;base64$/i.test(head)) return { file };
  return { file, problem: "must be a data URI in base64: data:image/jpeg;base64,…" };
}

function addPicture(pictures: Map<string, SentPicture>, sent: Omit<SentPicture, "digest">): string {
  const digest = createHash("sha256")
    .update(sent.file ?? "")
    .digest("hex");
  const key = `${scheme}sha256,${digest}`;
  pictures.set(key, { problem: problemOf(sent.file), ...sent, digest });
  return key;
}

function problemOf(file: Uint8Array = new Uint8Array()): string | undefined {
  if (file.byteLength === 0) return "is empty";
  if (file.byteLength <= uploadLimitBytes) return undefined;
  return tooLargeFile;
}

interface FormInput {
  schema: z.ZodObject;
  eachOf?: string;
  maxBytes: number;
}

/**
 * Receives a form in place of JSON: the file `image_file`, fields as text, and in a field `request` the
 * others as JSON. In a list of orders the file is the picture of those without an `image_url`.
 */
export async function receiveForm(request: Request, input: FormInput): Promise<ReceivedBody> {
  const { maxBytes } = input;
  const message = `${fileField} ${tooLargeFile}`;
  const bytes = await readBytes(request, uploadLimitBytes + maxBytes + multipartOverheadBytes, {
    issues: { too_large: { path: fileField, message } },
  });
  let held: readonly Part[] = await readParts(bytes, request.headers.get("content-type") ?? "").catch(
    (cause) => {
      if (cause instanceof ApiError) throw cause;
      throw wrong(
        [["", "The form is broken or cut off; without a file, send Content-Type: application/json"]],
        cause,
      );
    },
  );
  const textBytes = held.reduce((sum, part) => sum + (part.fileName === null ? part.bytes.byteLength : 0), 0);
  return {
    sizeBytes: textBytes,
    async read() {
      const parts = held;
      held = [];
      const isOurs = ({ name }: Part) => name === fileField;
      const body = bodyOf(
        parts.filter((part) => !isOurs(part)),
        input,
      );
      const pictures = new Map<string, SentPicture>();
      const own = extractPictures(body, pictures);
      if (textBytes - own.textLength > maxBytes) throw refuseBody(tooLarge(maxBytes));
      const file = fileOf(parts.filter(isOurs));
      if (file) assignFile(body, addPicture(pictures, file), input);
      return { body, pictures };
    },
  };
}

const wrong = (issues: readonly (readonly [path: string, message: string])[], cause?: unknown) =>
  invalidParams(
    issues.map(([path, message]): ErrorIssue => ({ path, message })),
    cause,
  );

function fileOf([part, ...others]: readonly Part[]): SentFile | null {
  if (part === undefined) return null;
  const { fileName, bytes: file } = part;
  if (others.length > 0) throw wrong([[fileField, `${fileField} was sent more than once: send exactly one`]]);
  if (fileName === null)
    throw wrong([[fileField, `${fileField} must be a file: give its part a \`filename\``]]);
  return { file, fileName };
}

/** The fields of a form as the JSON body that they stand for. A file of another name is an unknown field. */
function bodyOf(parts: readonly Part[], { schema }: FormInput): Record<string, unknown> {
  const names = parts.map(({ name }) => name);
  const twice = new Set(names.filter((name, at) => names.indexOf(name) !== at));
  if (twice.size > 0) throw wrong([...twice].map((name) => [name, `${name} was sent more than once`]));
  const others = parts.find(({ name }) => name === "request");
  const base = others ? readObject(others) : {};
  const fields = parts
    .filter((part) => part !== others)
    .map(({ name, fileName, bytes }) => [name, fileName === null ? readField(schema, name, bytes) : null]);
  return { ...base, ...Object.fromEntries(fields) };
}

function readObject({ name, bytes }: Part): Record<string, unknown> {
  const message = `${name} must be a JSON object with fields of the call`;
  try {
    const value = parseJson(bytes);
    if (isObject(value)) return value;
  } catch (cause) {
    throw wrong([[name, message]], cause);
  }
  throw wrong([[name, message]]);
}

/** A field as text if it takes text, else its value as JSON, such as `3`, `true` or an object. */
function readField(schema: z.ZodObject, name: string, bytes: Uint8Array): unknown {
  const text = Buffer.from(bytes).toString();
  const type = Object.hasOwn(schema.shape, name) ? (schema.shape[name] as z.ZodType) : null;
  if (type === null || type.safeParse(text).success) return text;
  try {
    return parseJson(bytes);
  } catch {
    return text;
  }
}

/** Makes the file the picture of the call. Throws ApiError invalid_params if the call has one already. */
function assignFile(body: Record<string, unknown>, picture: string, { eachOf }: FormInput): void {
  const list = eachOf === undefined ? [{ request: body }] : body[eachOf];
  const requests = Array.isArray(list) ? list.map((one) => (isObject(one) ? one.request : null)) : [];
  const open = requests.filter(isObject).filter(({ image_url: url }) => url === undefined || url === null);
  if (open.length === 0 && requests.length > 0) {
    throw wrong([[fileField, `${fileField} and image_url are alternatives: send one of them`]]);
  }
  for (const request of open) request.image_url = picture;
}
