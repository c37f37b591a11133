import { databaseAway, isUnavailable } from "../db/unavailable.ts";
import { hostAway, isHostAway } from "../images/host.ts";
import { BodyError } from "../platform/body.ts";
import { ApiError, errorTable, refusal } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { log } from "../platform/log.ts";
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
  if (isUnavailable(error)) return databaseAway(error);
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
