import { isUnavailable } from "../db/unavailable.ts";
import { ApiError, errorTable } from "../errors.ts";

const retryAfterSeconds = 2;

/** Headers that every answer of the API carries. */
export function baseHeaders(requestId: string): Headers {
  return new Headers({
    "X-Request-Id": requestId,
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
  });
}

/** The one error body. Whatever is not an ApiError is told to the caller as internal_error only. */
export function errorResponse(error: unknown, requestId: string, headers: Headers): Response {
  const known = toApiError(error);
  for (const [name, value] of Object.entries(known.headers)) headers.set(name, value);
  const { code, message, issues, status } = known;
  const body = { error: { code, message, fix: errorTable[code].fix, issues, request_id: requestId } };
  return Response.json(body, { status, headers });
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isUnavailable(error)) {
    return new ApiError("overloaded", "The database does not answer at the moment.", {
      headers: { "Retry-After": String(retryAfterSeconds) },
      cause: error,
    });
  }
  return new ApiError("internal_error", "Something went wrong on our side.");
}
