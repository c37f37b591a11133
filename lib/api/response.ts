import { isUnavailable } from "../db/unavailable.ts";
import { ApiError, errorTable } from "../errors.ts";
import { BodyError } from "../http/body.ts";
import { noteInLog, requestId } from "../http/request-context.ts";

const retryAfterSeconds = 2;

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
  for (const [name, value] of Object.entries(known.headers)) headers.set(name, value);
  const { code, message, issues, status } = known;
  noteInLog({ code });
  const body = {
    error: { code, message, fix: errorTable[code].fix, issues, request_id: headers.get("X-Request-Id") },
  };
  return Response.json(body, { status, headers });
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof BodyError) return new ApiError("invalid_params", error.message, { cause: error });
  if (isUnavailable(error)) {
    return new ApiError("overloaded", "The database does not answer at the moment.", {
      headers: { "Retry-After": String(retryAfterSeconds) },
      cause: error,
    });
  }
  return new ApiError("internal_error", "Something went wrong on our side.");
}
