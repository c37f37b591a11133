import type { z } from "zod";
import { ApiError, type ErrorIssue } from "../errors.ts";
import type { Operation } from "./contract.ts";

const maxJsonBytes = 64 * 1024;
/** Room for the multipart envelope around a file of the largest size. */
const multipartOverheadBytes = 16 * 1024;

/** Reads and checks the input that an operation declares. Throws ApiError invalid_params that names each field. */
export async function readInput(operation: Operation, request: Request): Promise<unknown> {
  const { input } = operation;
  if (input.from === "none") return undefined;
  if (input.from === "file") return readFile(request, input.maxBytes);
  const raw = input.from === "json" ? await readJson(request) : queryOf(request);
  const parsed = input.schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error.issues.map(issueOf));
}

function issueOf(issue: z.core.$ZodIssue): ErrorIssue {
  return { path: issue.path.join("."), message: issue.message };
}

function invalid(issues: ErrorIssue[]): ApiError {
  const message = issues.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join("; ");
  return new ApiError("invalid_params", message, { issues });
}

function queryOf(request: Request): Record<string, string> {
  return Object.fromEntries(new URL(request.url).searchParams);
}

async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(type)) {
    throw invalid([{ path: "", message: "The body must be JSON: send `Content-Type: application/json`" }]);
  }
  const bytes = await readBytes(request, maxJsonBytes, "The JSON body is larger than 64 KiB");
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new ApiError("invalid_params", "The body is not valid JSON in UTF-8.", {
      issues: [{ path: "", message: "not valid JSON" }],
      cause,
    });
  }
}

async function readFile(request: Request, maxBytes: number): Promise<Uint8Array> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\b/i.test(type)) {
    throw invalid([{ path: "file", message: "send multipart/form-data with one file field named `file`" }]);
  }
  const tooLarge = `file: larger than ${maxBytes} bytes; use GET /api/v1/upload/signed for large files`;
  const body = await readBytes(request, maxBytes + multipartOverheadBytes, tooLarge);
  let files: unknown[];
  try {
    files = (await new Response(body, { headers: { "content-type": type } }).formData()).getAll("file");
  } catch (cause) {
    throw new ApiError("invalid_params", "The multipart body could not be read.", {
      issues: [{ path: "file", message: "multipart body broken or cut off" }],
      cause,
    });
  }
  const [file, ...others] = files;
  if (!(file instanceof File) || file.size === 0) {
    throw invalid([{ path: "file", message: "missing: send one file in a multipart field named `file`" }]);
  }
  if (others.length > 0) throw invalid([{ path: "file", message: "send exactly one file" }]);
  if (file.size > maxBytes) throw invalid([{ path: "file", message: tooLarge.slice("file: ".length) }]);
  return new Uint8Array(await file.arrayBuffer());
}

/** The whole body, read no further than `maxBytes` whatever Content-Length says. */
async function readBytes(
  request: Request,
  maxBytes: number,
  tooLarge: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const refuse = () =>
    new ApiError("invalid_params", tooLarge, { issues: [{ path: "", message: tooLarge }] });
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw refuse();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.byteLength;
      if (length > maxBytes) throw refuse();
      chunks.push(chunk);
    }
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    throw new ApiError("invalid_params", "The body could not be read to its end.", { cause });
  }
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}
