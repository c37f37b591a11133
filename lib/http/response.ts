import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { isUnavailable, retryAfterSeconds } from "../db/unavailable.ts";
import { hostAway, isHostAway } from "../images/host.ts";
import { BodyError } from "../platform/body.ts";
import { ApiError, errorTable, refusal } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { log } from "../platform/log.ts";
import { isDraining } from "../platform/process.ts";
import { noteRequest } from "../platform/requests.ts";

/** Headers of every API response, including the request id. */
export function baseHeaders(request: Request): Headers {
  return new Headers({
    "X-Request-Id": requestId(request.headers),
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
  });
}

/** The error response with `headers`. Errors that callers may not see become internal_error. */
export function errorResponse(error: unknown, headers: Headers): Response {
  const known = toApiError(error);
  const {
    code,
    message,
    fix = errorTable[known.code].fix,
    issues,
    reason,
    values,
    status,
    retryAfterSeconds,
    generationId,
    requiredScope,
    isUnconfirmed,
  } = known;
  if (retryAfterSeconds !== undefined) headers.set("Retry-After", String(retryAfterSeconds));
  if (generationId !== undefined) {
    setChargeHeaders(headers, { generationId, creditsUsed: isUnconfirmed ? null : 0 });
  }
  noteRequest({ code });
  const detail = {
    code,
    reason,
    values,
    message,
    fix,
    issues,
    required_scope: requiredScope,
    request_id: headers.get("X-Request-Id"),
  };
  return Response.json({ error: detail }, { status, headers });
}

/** Sets the id of the work and what it cost; null: unknown. */
export function setChargeHeaders(
  headers: Headers,
  { generationId, creditsUsed }: { generationId: string; creditsUsed: number | null },
): void {
  headers.set("X-Generation-Id", generationId);
  if (creditsUsed !== null) headers.set("X-Credits-Charged", String(creditsUsed));
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof BodyError) return refusal(error.why, { cause: error });
  if (isUnavailable(error)) {
    const message = "The database does not answer at the moment.";
    return new ApiError("overloaded", message, { retryAfterSeconds, cause: error });
  }
  if (isHostAway(error)) return hostAway(error);
  return new ApiError("internal_error", "Something went wrong on our side.");
}

const idPattern = /^[A-Za-z0-9._:-]{1,128}$/;

/** The request's own id if it is safe for a header and a log, else a new one. */
export function requestId(headers: Headers): string {
  const given = headers.get("x-request-id") ?? "";
  return idPattern.test(given) ? given : newId("req");
}

/** Logs a failed request; the caller's own errors are not logged. */
export function reportFailure(operation: string, requestId: string, error: unknown): void {
  if (isUnavailable(error) || isHostAway(error))
    log.warn({ operation, requestId, err: error.message }, "request not served");
  else if (!(error instanceof ApiError || error instanceof BodyError))
    log.error({ operation, requestId, err: error }, "request failed");
  else if (error instanceof ApiError && error.status >= 500)
    log.warn({ operation, requestId, code: error.code, err: error.cause }, error.message);
}

const pack = promisify(gzip);
/** A smaller response fits into one packet anyway. */
const packedFromBytes = 1024;

/** Whether a client accepts gzip (RFC 9110, 12.5.3). */
function takesGzip({ headers }: IncomingMessage): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(headers["accept-encoding"] ?? ""));
}

/** Sends a handler's response: a document as a whole, compressed if that helps; a file as a stream. */
export async function sendAnswer(response: ServerResponse, answer: Response): Promise<void> {
  const { headers, status, body } = answer;
  const vary = headers.get("vary");
  // Appended, because the front server has set a Vary of its own.
  if (vary !== null) headers.delete("vary");
  // The server decides: MCP's event streams ask to keep a connection that is at its last request.
  headers.delete("connection");
  // Also of a request from before: its client must not send the next one to a process that shuts down.
  if (isDraining()) response.setHeader("Connection", "close");
  response.setHeaders(headers);
  if (vary !== null) response.appendHeader("Vary", vary);
  if (body === null) {
    response.writeHead(status).end();
    return;
  }
  if (!isDocument(headers)) {
    response.writeHead(status);
    await pipeline(body, response).catch(() => response.destroy());
    return;
  }
  const whole = Buffer.from(await answer.arrayBuffer());
  const bytes = await packedFor(response, whole);
  response.writeHead(status, { "Content-Length": bytes.length }).end(bytes);
}

/** JSON, or a text that is made as a whole; a CSV is made while it is sent. */
const isDocument = (headers: Headers) =>
  /^(application\/(json|atom\+xml)|text\/(markdown|css|plain))\b/.test(headers.get("content-type") ?? "");

async function packedFor(response: ServerResponse, whole: Buffer): Promise<Buffer> {
  if (whole.length < packedFromBytes) return whole;
  response.appendHeader("Vary", "Accept-Encoding");
  if (!takesGzip(response.req)) return whole;
  const bytes = await pack(whole);
  response.setHeader("Content-Encoding", "gzip");
  return bytes;
}
