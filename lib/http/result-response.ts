import type { Operation } from "../contract/operation.ts";
import { toWire } from "../contract/wire.ts";
import { setChargeHeaders } from "./response.ts";
import { attachment, isKnown, tagOf } from "./response-headers.ts";

/** A file, streamed while it is made or already complete. */
export interface FileAnswer {
  fileName: string;
  /** Set where the operation does not fix it. */
  contentType?: string;
  content: ReadableStream<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer>;
}

/** Retry-After for callers that poll their work, without `wait`. */
const retryAfterSeconds = 5;
/** The schema has the operation's own fields; headers carry the id of the work and what it cost. */
export function resultResponse(operation: Operation, result: unknown, headers: Headers): Response {
  if (operation.accepts && isAccepted(result)) {
    const { id, creditsUsed } = result.accepted;
    setChargeHeaders(headers, { generationId: id, creditsUsed });
    headers.set("Location", `/api/v1/generations/${id}`);
    headers.set("Retry-After", String(retryAfterSeconds));
    return Response.json(operation.accepts.parse(toWire(result.accepted)), { headers, status: 202 });
  }
  if (operation.produces && isFile(result)) {
    headers.set("Content-Type", result.contentType ?? operation.produces);
    headers.set("Content-Disposition", attachment(result.fileName));
    if (result.content instanceof ReadableStream) return new Response(result.content, { headers });
    headers.set("Content-Length", String(result.content.length));
    return tagged(operation, result.content, { headers });
  }
  if (isCharged(result)) {
    setChargeHeaders(headers, result);
    if (result.sameAs !== undefined) headers.set("X-Same-As", result.sameAs);
  }
  const { status = 200 } = operation;
  const body = JSON.stringify(operation.output.parse(toWire(result)));
  headers.set("Content-Type", "application/json");
  return tagged(operation, body, { headers, status });
}

/** The response, with the ETag of the body if the operation has one; `withoutKnown` turns it into a 304. */
function tagged(
  operation: Operation,
  body: string | Uint8Array<ArrayBuffer>,
  { headers, status = 200 }: { headers: Headers; status?: number },
): Response {
  if (operation.hasTag) headers.set("ETag", tagOf(body));
  return new Response(body, { headers, status });
}

/** Turns the response into a 304 if the caller already has the same body. */
export function withoutKnown(request: Request, response: Response): Response {
  const etag = response.headers.get("etag");
  if (etag === null || !isKnown(request.headers.get("if-none-match"), etag)) return response;
  const headers = new Headers(response.headers);
  for (const name of ["Content-Type", "Content-Length", "Content-Disposition"]) headers.delete(name);
  return new Response(null, { status: 304, headers });
}

function isFile(result: unknown): result is FileAnswer {
  return typeof result === "object" && result !== null && "content" in result && "fileName" in result;
}

function isCharged(
  result: unknown,
): result is { generationId: string; creditsUsed: number; sameAs?: string } {
  return typeof result === "object" && result !== null && "generationId" in result;
}

export function isAccepted(result: unknown): result is { accepted: { id: string; creditsUsed: number } } {
  return typeof result === "object" && result !== null && "accepted" in result;
}
