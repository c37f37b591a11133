import { jsonLimitBytes, uploadLimit } from "../contract/limits.ts";
import { ignoresQuery, type Operation } from "../contract/operation.ts";
import { BodyError, type BodyFault, readBody } from "../platform/body.ts";
import { ApiError, type ErrorIssue, invalidParams, issueOf } from "../platform/errors.ts";
import { isWithinBounds, jsonBounds } from "../platform/json-bounds.ts";
import { because } from "../platform/reasons.ts";
import { checkEach } from "./check-each.ts";
import { checkInput } from "./check-input.ts";
import { readParts } from "./multipart.ts";
import { formatQueryPath, readQuery } from "./query.ts";
import { describeUnknown, findUnknownFields, type UnknownField } from "./unknown-fields.ts";

/** Allowance for the multipart envelope around a file of the largest size. */
const multipartOverheadBytes = 16 * 1024;

/** The input of a request as received. */
export interface ReceivedInput {
  sizeBytes: number;
  /** Returns the input that the operation declares. Throws ApiError invalid_params that names each invalid field. */
  parse: () => Promise<unknown>;
  /** The fields of the body that the operation does not know; empty before `parse`. */
  unknownFields: () => readonly UnknownField[];
}

const noUnknown = () => [];

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
  const unknownFields = noUnknown;
  if (input.from === "none") return { sizeBytes: 0, unknownFields, parse: async () => undefined };
  if (input.from === "file") {
    const sent = await readFile(request, input.maxBytes);
    return { sizeBytes: 0, unknownFields, parse: async () => sent };
  }
  if (input.from === "query") {
    return { sizeBytes: 0, unknownFields, parse: () => checkInput(input.schema, query, formatQueryPath) };
  }
  const bytes = await readJsonBytes(request, input.maxBytes ?? jsonLimitBytes);
  const { schema, eachOf } = input;
  let found: readonly UnknownField[] = [];
  return {
    sizeBytes: bytes.length,
    unknownFields: () => found,
    async parse() {
      const body = parseJson(bytes);
      found = findUnknownFields(schema, body);
      const refused = isStrict ? found : [];
      const checked =
        eachOf === undefined
          ? checkInput(schema, body)
          : checkEach(schema, body, { name: eachOf, others: describeUnknown(refused) });
      if (refused.length === 0) return await checked;
      return await (eachOf === undefined
        ? refuseUnknown(refused, checked)
        : checked.catch(() => refuseUnknown(refused, checked)));
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

async function readJsonBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(type)) {
    throw invalidParams([issueOf("", because("body_not_json"))]);
  }
  const bytes = await readBytes(request, maxBytes);
  if (bytes.length === 0) throw invalidParams([issueOf("", because("body_empty"))]);
  return bytes;
}

function parseJson(bytes: Uint8Array): unknown {
  if (!isWithinBounds(bytes)) throw invalidParams([issueOf("", because("body_too_nested", jsonBounds))]);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw invalidParams([issueOf("", because("body_malformed"))], cause);
  }
}

/** A file with the name that its sender gave it. */
export interface SentFile {
  file: Uint8Array;
  fileName: string;
}

/** The single file of a multipart body. Throws ApiError invalid_params with the issue path `file`. */
export async function readFile(request: Request, maxBytes: number): Promise<SentFile> {
  const wrong = (message: string, cause?: unknown) => invalidParams([{ path: "file", message }], cause);
  const tooLarge = `file is larger than ${uploadLimit}; send it with GET /api/v1/upload/signed`;
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\b/i.test(type)) {
    throw wrong("file is required: send multipart/form-data with one file field named `file`");
  }
  const body = await readBytes(request, maxBytes + multipartOverheadBytes, {
    too_large: { path: "file", message: tooLarge },
  });
  const [file, ...others] = await readParts(body, { contentType: type, name: "file" }).catch((cause) => {
    throw wrong("file could not be read: the multipart body is broken or cut off", cause);
  });
  if (file === undefined) throw wrong("file is required: send one file in a field named `file`");
  const { fileName, bytes } = file;
  if (fileName === null) throw wrong("file must be a file, not a text field: give its part a `filename`");
  if (others.length > 0) throw wrong("file was sent more than once: send exactly one");
  if (bytes.byteLength === 0) throw wrong("file is empty");
  if (bytes.byteLength > maxBytes) throw wrong(tooLarge);
  return { file: bytes, fileName };
}

/** The whole body, at most `maxBytes`. Throws ApiError invalid_params with the issue given for the fault. */
async function readBytes(
  request: Request,
  maxBytes: number,
  issues: Partial<Record<BodyFault, ErrorIssue>> = {},
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await readBody(request, maxBytes);
  } catch (error) {
    if (!(error instanceof BodyError)) throw error;
    const whole = { ...issueOf("", error.why), message: error.message.replace(/\.$/, "") };
    throw invalidParams([issues[error.fault] ?? whole], error);
  }
}
