import { databaseAway, isUnavailable } from "../db/unavailable.ts";
import { BodyError } from "../platform/body.ts";
import { ApiError, errorTable } from "../platform/errors.ts";
import { noteRequest } from "../platform/requests.ts";
import { requestId } from "./request-id.ts";

/** Headers that every answer of the API carries, the id of its request among them. */
export function baseHeaders(request: Request): Headers {
  return new Headers({
    "X-Request-Id": requestId(request.headers),
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
  });
}

/** The one error body, under `baseHeaders`. What no caller may know is told as internal_error only. */
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
  } = known;
  if (retryAfterSeconds !== undefined) headers.set("Retry-After", String(retryAfterSeconds));
  if (generationId !== undefined) setChargeHeaders(headers, { generationId, creditsUsed: 0 });
  noteRequest({ code });
  const body = {
    error: { code, reason, values, message, fix, issues, request_id: headers.get("X-Request-Id") },
  };
  return Response.json(body, { status, headers });
}

/** Which work an answer is about, and what it cost. */
export function setChargeHeaders(
  headers: Headers,
  { generationId, creditsUsed }: { generationId: string; creditsUsed: number },
): void {
  headers.set("X-Generation-Id", generationId);
  headers.set("X-Credits-Charged", String(creditsUsed));
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof BodyError) return new ApiError("invalid_params", error.message, { cause: error });
  if (isUnavailable(error)) return databaseAway({ cause: error });
  return new ApiError("internal_error", "Something went wrong on our side.");
}
