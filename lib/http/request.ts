import type { IncomingMessage, ServerResponse } from "node:http";
import { ReadableStream as WebStream } from "node:stream/web";
import { BodyError } from "../platform/body.ts";
import { isTrusted, proveClientAddress, type TrustedProxies } from "../platform/client-address.ts";
import { env } from "../platform/env.ts";
import { because, type Reason } from "../platform/reasons.ts";
import { directHeader, isDirect } from "./direct.ts";
import { requestId } from "./response.ts";

/** The decision on a request before any handler runs. */
export type Target =
  | { kind: "pass"; url: string; isMachine: boolean }
  | { kind: "refuse"; reason: Reason; allow?: string };

/** The methods that the framework passes to handlers. */
const handledMethods: ReadonlySet<string> = new Set([
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
]);
const embeddedMethods = "GET, HEAD, POST, OPTIONS";
const pageMethods = "GET, HEAD, POST";
/** A page that does not exist, so that the response is the site's "not found" page. */
const missingPage = "/not-found";

/**
 * Decides how a request is routed, so that every response below /api and /embedded has their own form. Repeated
 * slashes count as one, without a redirect, because the URL may contain a key; a path that cannot be decoded, or is a
 * variant spelling, does not exist. `isMachine`: handled by a handler, never by a page.
 */
export function readTarget(method: string, requestUrl: string): Target {
  const [rawPath = "", ...query] = requestUrl.split("?");
  const path = rawPath.replace(/\/{2,}/g, "/");
  const decoded = decodePath(path);
  const isMachine = /^\/(api|embedded)(\/|$)/i.test(decoded ?? path);
  const isSpelledRight = !isMachine || /^\/(api|embedded)(\/|$)/.test(path);
  if (decoded === null || !isSpelledRight) {
    if (!isMachine) return { kind: "pass", url: missingPage, isMachine };
    const reason = decoded === null ? "path_undecodable" : "path_in_capitals";
    return { kind: "refuse", reason: because(reason) };
  }
  // Handlers below /api check methods themselves; for other paths it is done here.
  if (!handledMethods.has(method) && !/^\/api(\/|$)/.test(path)) {
    const allow = isMachine ? embeddedMethods : pageMethods;
    const reason = because("method_unknown", { method: method.slice(0, 20), methods: allow });
    return { kind: "refuse", reason, allow };
  }
  const kept = isMachine ? query.join("?") : withoutKey(query.join("?"));
  return { kind: "pass", url: kept ? `${path}?${kept}` : path, isMachine };
}

/** Removes an API key sent to a page by mistake, because pages repeat their own URL in the HTML. */
function withoutKey(query: string): string {
  return query
    .split("&")
    .filter((pair) => !/^key=pgs_/i.test(pair))
    .join("&");
}

/** Null for a path that cannot be decoded or contains folder moves (`..`). */
function decodePath(path: string): string | null {
  if (!path.startsWith("/")) return null;
  try {
    const decoded = decodeURIComponent(path);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
    if (/[\u0000-\u001f\u007f\\]/.test(decoded)) return null;
    return decoded.split("/").some((segment) => segment === "." || segment === "..") ? null : decoded;
  } catch {
    return null;
  }
}

/** Internal headers of the framework: on a handler's path they would cause a redirect. */
function isFrameworkHeader(name: string): boolean {
  return /^(rsc$|next-|x-nextjs-|x-middleware-|x-invoke-|x-matched-path$)/.test(name);
}

/** Proxy headers, accepted from trusted proxies only. */
const proxyHeaders = ["x-forwarded-host", "x-forwarded-port", "x-forwarded-proto"];
/** Removed, so that no handler acts on them. */
const upgradeHeaders = ["upgrade", "http2-settings"];
/** Headers that no client may send: alternative client addresses, and headers from this server to the handlers. */
const ownHeaders = [
  "x-real-ip",
  "forwarded",
  "content-security-policy",
  "content-security-policy-report-only",
  directHeader,
];

/** Removes headers that clients may not set, and proves the client's address. Returns the request's id. */
export function prepareHeaders(request: IncomingMessage, target: Target, trusted: TrustedProxies): string {
  const { headers, socket } = request;
  const peer = socket.remoteAddress ?? "";
  for (const name of upgradeHeaders) delete headers[name];
  const isMachine = target.kind === "refuse" || target.isMachine;
  for (const name of Object.keys(headers)) {
    if (isMachine && isFrameworkHeader(name)) delete headers[name];
  }
  const direct = isDirect(headers);
  for (const name of ownHeaders) delete headers[name];
  if (direct) headers[directHeader] = "1";
  if (!isTrusted(peer, trusted)) for (const name of proxyHeaders) delete headers[name];
  headers["x-forwarded-for"] = proveClientAddress(peer, String(headers["x-forwarded-for"] ?? ""), trusted);
  const id = requestId(new Headers({ "x-request-id": String(headers["x-request-id"] ?? "") }));
  headers["x-request-id"] = id;
  return id;
}

/** A body of this size is read as a whole: reading it as a stream costs more than everything else. */
const smallBodyBytes = 64 * 1024;

/** A Node request as a web Request, for handlers of the route table. The signal aborts when the client leaves. */
export async function toRequest(request: IncomingMessage, response: ServerResponse): Promise<Request> {
  const { method = "GET", url = "/", headers } = request;
  const given = new Headers();
  for (const [name, value] of Object.entries(headers)) if (typeof value === "string") given.set(name, value);
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  // A Request cannot have these methods; whatever handles them refuses them.
  const isSpecial = /^(CONNECT|TRACE|TRACK)$/i.test(method);
  const sent = { method: isSpecial ? "GET" : method, headers: given, signal: gone.signal };
  const length = headers["content-length"];
  const hasBody = length !== undefined || headers["transfer-encoding"] !== undefined;
  if (isSpecial || /^(GET|HEAD)$/i.test(method) || !hasBody)
    return new Request(new URL(url, env().BASE_URL), sent);
  const body = Number(length) <= smallBodyBytes ? await readWhole(request) : streamOf(request);
  return new Request(new URL(url, env().BASE_URL), { ...sent, body, ...{ duplex: "half" } });
}

async function readWhole(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  try {
    return Buffer.concat(await request.toArray());
  } catch (cause) {
    throw new BodyError("broken", because("body_broken"), cause);
  }
}

/** A handler that stops reading must not end the connection, as `Readable.toWeb` would. */
const streamOf = (request: IncomingMessage) =>
  WebStream.from(request.iterator({ destroyOnReturn: false })) as ReadableStream<Uint8Array<ArrayBuffer>>;
