import { refusal } from "../platform/errors.ts";
import { because } from "../platform/reasons.ts";
import { readQuery } from "./query.ts";
import { baseHeaders, errorResponse, reportFailure } from "./response.ts";
import { isKnown, tagOf } from "./response-headers.ts";
import type { Handler, RouteContext } from "./route-table.ts";

/** Handles any method on a path that does not exist. */
export const notFound: Handler = async (request) => {
  const path = new URL(request.url).pathname;
  return errorResponse(refusal(because("path_unknown", { path })), baseHeaders(request));
};

/** Serves a public JSON document that clients may cache and must revalidate by ETag. */
export function publicJson(document: () => unknown): Handler {
  let made: { text: string; etag: string } | null = null;
  return async (request) => {
    made ??= withTag(JSON.stringify(document()));
    return answerText(request, { ...made, contentType: "application/json" });
  };
}

/** The same for a text, which may depend on path parameters; null: not found. */
export function publicText(
  contentType: string,
  read: (params: Awaited<RouteContext["params"]>) => Promise<string | null>,
): Handler {
  return async (request, context) => {
    const text = await read((await context?.params) ?? {});
    return text === null ? notFound(request) : answerText(request, { ...withTag(text), contentType });
  };
}

const withTag = (text: string) => ({ text, etag: tagOf(text) });

function answerText(
  request: Request,
  { text, etag, contentType }: { text: string; etag: string; contentType: string },
): Response {
  const headers = baseHeaders(request);
  headers.set("Access-Control-Allow-Origin", "*");
  headers.set("Cache-Control", "public, no-cache");
  headers.set("ETag", etag);
  if (isKnown(request.headers.get("if-none-match"), etag))
    return new Response(null, { status: 304, headers });
  headers.set("Content-Type", contentType);
  return new Response(text, { headers });
}

/** Serves the file with the id in the path, which clients may cache. */
export function publicFile(
  read: (id: string) => Promise<{ bytes: Uint8Array<ArrayBuffer>; contentType: string }>,
): Handler {
  return async (request, context) => {
    const headers = baseHeaders(request);
    try {
      readQuery(request.url, null);
      const { id } = (await context?.params) ?? {};
      const { bytes, contentType } = await read(String(id));
      const etag = tagOf(bytes);
      headers.set("Access-Control-Allow-Origin", "*");
      headers.set("Cache-Control", "public, max-age=3600");
      headers.set("ETag", etag);
      if (isKnown(request.headers.get("if-none-match"), etag)) {
        return new Response(null, { status: 304, headers });
      }
      headers.set("Content-Type", contentType);
      headers.set("Content-Length", String(bytes.length));
      return new Response(bytes, { headers });
    } catch (error) {
      reportFailure(new URL(request.url).pathname, headers.get("X-Request-Id") ?? "", error);
      return errorResponse(error, headers);
    }
  };
}
