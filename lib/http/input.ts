import { encodedUploadBytes, jsonLimitBytes, uploadLimit } from "../contract/limits.ts";
import { ignoresQuery, type Operation } from "../contract/operation.ts";
import { type Growth, tooLarge } from "../platform/body.ts";
import { ApiError, invalidParams, issueOf } from "../platform/errors.ts";
import { because } from "../platform/reasons.ts";
import {
  formType,
  multipartOverheadBytes,
  parseJson,
  type ReceivedBody,
  readBytes,
  readParts,
  refuseBody,
  type SentFile,
  type SentPictures,
} from "./body.ts";
import type { checkEach } from "./check-each.ts";
import { checkInput } from "./check-input.ts";
import { formatQueryPath, readQuery } from "./query.ts";
import { describeUnknown, findUnknownFields, type UnknownField } from "./unknown-fields.ts";

/** The input of a request as received. */
export interface ReceivedInput {
  sizeBytes: number;
  /** Returns the input that the operation declares. Throws ApiError invalid_params that names each invalid field. */
  parse: () => Promise<unknown>;
  /** The fields of the body that the operation does not know; empty before `parse`. */
  unknownFields: () => readonly UnknownField[];
  /** The pictures that the body has in place of addresses; none before `parse`. */
  pictures: () => SentPictures | null;
}

type JsonInput = Extract<Operation["input"], { from: "json" }>;

const noUnknown = () => [];
const noPictures = () => null;

/** Receives the input that an operation declares. Throws ApiError invalid_params if it cannot be read. */
export async function receiveInput(
  operation: Operation,
  request: Request,
  { isStrict = false } = {},
): Promise<ReceivedInput> {
  const { input } = operation;
  const query = ignoresQuery(operation)
    ? {}
    : readQuery(request.url, input.from === "query" ? input.schema : null);
  const nothing = { sizeBytes: 0, unknownFields: noUnknown, pictures: noPictures };
  if (input.from === "none") return { ...nothing, parse: async () => undefined };
  if (input.from === "file") {
    const sent = await readFile(request, input.maxBytes);
    return { ...nothing, parse: async () => sent };
  }
  if (input.from === "query") {
    return { ...nothing, parse: () => checkInput(input.schema, query, formatQueryPath) };
  }
  const received = await receiveBody(input, request);
  const { schema, eachOf } = input;
  let found: readonly UnknownField[] = [];
  let sent: SentPictures | null = null;
  return {
    sizeBytes: received.sizeBytes,
    unknownFields: () => found,
    pictures: () => sent,
    async parse() {
      const { body, pictures } = await received.read();
      sent = pictures?.size ? pictures : null;
      found = findUnknownFields(schema, body);
      const refused = isStrict ? found : [];
      const checked =
        eachOf === undefined
          ? checkInput(schema, body)
          : checkList(schema, body, { name: eachOf, others: describeUnknown(refused) });
      if (refused.length === 0) return await checked;
      return await (eachOf === undefined
        ? refuseUnknown(refused, checked)
        : checked.catch(() => refuseUnknown(refused, checked)));
    },
  };
}

/** Loaded when needed: few operations take a list of orders. */
async function checkList(...call: Parameters<typeof checkEach>): Promise<unknown> {
  const each = await import("./check-each.ts");
  return await each.checkEach(...call);
}

async function receiveBody(input: JsonInput, request: Request): Promise<ReceivedBody> {
  const { maxBytes = jsonLimitBytes, takesPicture } = input;
  // Imported late, twice: few calls send pictures.
  if (takesPicture && formType.test(request.headers.get("content-type") ?? "")) {
    const { receiveForm } = await import("./sent-pictures.ts");
    return await receiveForm(request, { ...input, maxBytes });
  }
  const growth = takesPicture ? { bytes: encodedUploadBytes, isShown: hasDataUri } : undefined;
  let held: Uint8Array<ArrayBuffer> | null = await readJsonBytes(request, maxBytes, growth);
  return {
    sizeBytes: takesPicture ? lengthWithoutPictures(held) : held.length,
    async read() {
      const bytes = held ?? new Uint8Array();
      held = null;
      const body = parseJson(bytes);
      if (!takesPicture || !hasDataUri(bytes)) return { body, pictures: null };
      const { extractPictures } = await import("./sent-pictures.ts");
      const { pictures, textLength } = extractPictures(body);
      if (bytes.length - textLength > maxBytes) throw refuseBody(tooLarge(maxBytes));
      return { body, pictures };
    },
  };
}

/** Throws ApiError invalid_params that names the unknown fields together with all other issues. */
async function refuseUnknown(found: readonly UnknownField[], checked: Promise<unknown>): Promise<never> {
  const issues = await checked.then(
    () => [],
    (error: unknown) => {
      if (error instanceof ApiError && error.code === "invalid_params") return error.issues ?? [];
      throw error;
    },
  );
  throw invalidParams([...describeUnknown(found), ...issues]);
}

function lengthWithoutPictures(bytes: Uint8Array<ArrayBuffer>): number {
  const text = Buffer.from(bytes.buffer);
  let length = bytes.length;
  for (let at = text.indexOf('"data:'); at >= 0; at = text.indexOf('"data:', at + 1)) {
    const end = text.indexOf('"', at + 1);
    if (end > 0) length -= end - at - 1;
  }
  return length;
}

const hasDataUri = (bytes: Uint8Array<ArrayBuffer>) => Buffer.from(bytes.buffer).includes('"data:');

async function readJsonBytes(
  request: Request,
  maxBytes: number,
  growth: Growth | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(type)) {
    throw invalidParams([issueOf("", because("body_not_json"))]);
  }
  const bytes = await readBytes(request, maxBytes, growth ? { growth } : {});
  if (bytes.length === 0) throw invalidParams([issueOf("", because("body_empty"))]);
  return bytes;
}

/** The single file of a multipart body. Throws ApiError invalid_params with the issue path `file`. */
export async function readFile(request: Request, maxBytes: number): Promise<SentFile> {
  const wrong = (message: string, cause?: unknown) => invalidParams([{ path: "file", message }], cause);
  const tooLarge = `file is larger than ${uploadLimit}; send it with GET /api/v1/upload/signed`;
  const type = request.headers.get("content-type") ?? "";
  if (!formType.test(type)) {
    throw wrong("file is required: send multipart/form-data with one file field named `file`");
  }
  const body = await readBytes(request, maxBytes + multipartOverheadBytes, {
    issues: { too_large: { path: "file", message: tooLarge } },
  });
  const parts = await readParts(body, type).catch((cause) => {
    if (cause instanceof ApiError) throw cause;
    throw wrong("file could not be read: the multipart body is broken or cut off", cause);
  });
  const [file, ...others] = parts.filter(({ name }) => name === "file");
  if (file === undefined) throw wrong("file is required: send one file in a field named `file`");
  const { fileName, bytes } = file;
  if (fileName === null) throw wrong("file must be a file, not a text field: give its part a `filename`");
  if (others.length > 0) throw wrong("file was sent more than once: send exactly one");
  if (bytes.byteLength === 0) throw wrong("file is empty");
  if (bytes.byteLength > maxBytes) throw wrong(tooLarge);
  return { file: bytes, fileName };
}
