import { because, type Reason, textOf } from "./reasons.ts";

export type BodyFault = "too_large" | "encoded" | "broken";

/** A request's body was refused before it was processed; `message` is safe to show. */
export class BodyError extends Error {
  readonly fault: BodyFault;
  readonly why: Reason;

  constructor(fault: BodyFault, why: Reason, cause?: unknown) {
    super(textOf(why), cause === undefined ? undefined : { cause });
    this.name = "BodyError";
    this.fault = fault;
    this.why = why;
  }
}

/** By how much a body may exceed its limit, if its beginning shows what for. */
export interface Growth {
  bytes: number;
  isShown: (beginning: Uint8Array<ArrayBuffer>) => boolean;
}

/**
 * The whole body of a request, at most `maxBytes`, whatever Content-Length claims. Every route reads its body through
 * this function. Throws BodyError for a larger, compressed or truncated body.
 */
export async function readBody(
  { headers, body }: Pick<Request, "headers" | "body">,
  maxBytes: number,
  growth?: Growth,
): Promise<Uint8Array<ArrayBuffer>> {
  refuseEncoded(headers);
  const mostBytes = maxBytes + (growth?.bytes ?? 0);
  let limit = maxBytes;
  if (Number(headers.get("content-length") ?? 0) > mostBytes) throw tooLarge(maxBytes);
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body ?? []) {
      length += chunk.byteLength;
      chunks.push(chunk);
      if (length > limit && limit < mostBytes && growth?.isShown(concat(chunks, length))) limit = mostBytes;
      if (length > limit) throw tooLarge(maxBytes);
    }
  } catch (cause) {
    if (cause instanceof BodyError) throw cause;
    throw new BodyError("broken", because("body_broken"), cause);
  }
  return concat(chunks, length);
}

/** The error of a body, or of its part without pictures, beyond this limit. */
export function tooLarge(maxBytes: number): BodyError {
  return new BodyError("too_large", because("body_too_large", { most: formatBytes(maxBytes) }));
}

/** A copy of the request with its body read by `readBody`, for a library's handler that would read without limit. */
export async function boundRequest(request: Request, maxBytes: number): Promise<Request> {
  if (!request.body) return request;
  const body = await readBody(request, maxBytes);
  const { method, headers, signal } = request;
  return new Request(request.url, { method, headers, signal, body });
}

/** Throws BodyError for a compressed body, which could decompress to any size. */
export function refuseEncoded(headers: Headers): void {
  const encoding = headers.get("content-encoding")?.trim().toLowerCase() || "identity";
  if (encoding === "identity") return;
  throw new BodyError("encoded", because("body_compressed", { encoding: encoding.slice(0, 40) }));
}

function concat(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}

function formatBytes(bytes: number): string {
  const kib = bytes / 1024;
  if (!Number.isInteger(kib)) return `${bytes} bytes`;
  return kib % 1024 === 0 ? `${kib / 1024} MiB` : `${kib} KiB`;
}
