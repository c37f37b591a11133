import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { ReadableStream as WebStream } from "node:stream/web";
import { clientAddress } from "../platform/client-address.ts";
import { env, isLoopbackHost } from "../platform/env.ts";

/** Set by the front server on requests without any sign of a proxy; clients cannot set it. */
export const directHeader = "x-direct-client";

/** Headers that proxies add. */
const proxyMarks = [
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  "forwarded",
  "via",
];

export function isDirect(headers: Record<string, unknown>): boolean {
  return !proxyMarks.some((name) => headers[name] !== undefined);
}

/** A Node request as a web Request, for handlers of the front server. The signal aborts when the client leaves. */
export function toRequest(request: IncomingMessage, response: ServerResponse): Request {
  const { method = "GET", url = "/", headers } = request;
  const given = new Headers();
  for (const [name, value] of Object.entries(headers)) if (typeof value === "string") given.set(name, value);
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  const hasNoBody = /^(GET|HEAD|CONNECT|TRACE|TRACK)$/i.test(method) || !hasBody(request);
  // A Request cannot have these methods; whatever handles them refuses them.
  const sent = {
    method: /^(CONNECT|TRACE|TRACK)$/i.test(method) ? "GET" : method,
    headers: given,
    signal: gone.signal,
  };
  if (hasNoBody) return new Request(new URL(url, env().BASE_URL), sent);
  response.once("finish", () => readRest(request));
  // A handler that stops reading must not end the connection, as `Readable.toWeb` would.
  const body = request.complete
    ? readComplete(request)
    : (WebStream.from(request.iterator({ destroyOnReturn: false })) as ReadableStream<
        Uint8Array<ArrayBuffer>
      >);
  return new Request(new URL(url, env().BASE_URL), { ...sent, body, ...{ duplex: "half" } });
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;

/** Discards the unread part of a body; otherwise a client that still sends never reads the response. */
function readRest(request: IncomingMessage): void {
  if (request.complete) return;
  request.removeAllListeners("data");
  request.resume();
}

/** The body of a request that has fully arrived: reading it as a stream costs more than everything else. */
function readComplete(request: IncomingMessage): Buffer<ArrayBuffer> {
  const parts: Buffer[] = [];
  for (let part = request.read(); part !== null; part = request.read()) parts.push(part);
  return Buffer.concat(parts);
}

/**
 * Whether a request may read operator data: it carries METRICS_TOKEN or, if none is set and BASE_URL is not public,
 * it comes directly from this machine.
 */
export function mayMonitor(headers: Headers): boolean {
  const token = env().METRICS_TOKEN;
  if (token !== undefined) {
    const sent = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? "";
    return timingSafeEqual(digest(sent), digest(token));
  }
  // With a proxy on this machine that adds no headers, external requests appear to come from this machine.
  if (env().isPublic) return false;
  const address = clientAddress(headers);
  return headers.has(directHeader) && (isLoopbackHost(address) || address === ownSixNetwork);
}

/** ::1 in the form returned by clientAddress. */
const ownSixNetwork = "0:0:0:0::/64";

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
