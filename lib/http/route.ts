import { refusal } from "../platform/errors.ts";
import { because } from "../platform/reasons.ts";
import type { Handler, RouteContext } from "./handlers.ts";
import { findNearestPath } from "./nearest-path.ts";
import { baseHeaders, errorResponse, reportFailure } from "./response.ts";
import { isKnown, tagOf } from "./response-headers.ts";

/** Set by the front server on an OPTIONS request: the original method, which the framework does not support. */
export const refusedMethodHeader = "x-refused-method";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof methods)[number];
type Route = Record<Method | "HEAD" | "OPTIONS", Handler>;

/** The handlers of a path for every method: those given, and a JSON 405 for the rest. */
export function route(given: Partial<Record<Method, Handler>>): Route {
  const allowed = [
    ...(given.GET ? ["GET", "HEAD"] : []),
    ...methods.filter((m) => m !== "GET" && given[m]),
    "OPTIONS",
  ];
  const allow = allowed.join(", ");
  const refuse: Handler = async (request) => {
    const method = request.headers.get(refusedMethodHeader) ?? request.method;
    const headers = baseHeaders(request);
    headers.set("Allow", allow);
    return errorResponse(refusal(because("method_unknown", { method, methods: allow })), headers);
  };
  const { GET: get } = given;
  const head: Handler = async (request, context) => {
    if (!get) return refuse(request, context);
    const { status, headers } = await get(request, context);
    return new Response(null, { status, headers });
  };
  const options: Handler = async (request) => {
    if (request.headers.has(refusedMethodHeader)) return refuse(request);
    const headers = baseHeaders(request);
    headers.set("Allow", allow);
    return new Response(null, { status: 204, headers });
  };
  return {
    GET: get ?? refuse,
    POST: given.POST ?? refuse,
    PUT: given.PUT ?? refuse,
    PATCH: given.PATCH ?? refuse,
    DELETE: given.DELETE ?? refuse,
    HEAD: head,
    OPTIONS: options,
  };
}

/** Handles any method on a path that does not exist. */
export const notFound: Handler = async (request) => {
  const path = new URL(request.url).pathname;
  const nearest = findNearestPath(path);
  const reason =
    nearest === null ? because("path_unknown", { path }) : because("path_misspelled", { path, nearest });
  return errorResponse(refusal(reason), baseHeaders(request));
};

/** Serves a public JSON document that clients may cache and must revalidate by ETag. */
export function publicJson(document: () => unknown): Handler {
  let made: string | null = null;
  return async (request) => {
    made ??= JSON.stringify(document());
    return answerText(request, { text: made, contentType: "application/json" });
  };
}

/** The same for a text, which may depend on path parameters; null: not found. */
export function publicText(
  contentType: string,
  read: (params: Awaited<RouteContext["params"]>) => Promise<string | null>,
): Handler {
  return async (request, context) => {
    const text = await read((await context?.params) ?? {});
    return text === null ? notFound(request) : answerText(request, { text, contentType });
  };
}

function answerText(
  request: Request,
  { text, contentType }: { text: string; contentType: string },
): Response {
  const etag = tagOf(text);
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
