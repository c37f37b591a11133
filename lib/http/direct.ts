import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { clientAddress } from "../platform/client-address.ts";
import { env, isLoopbackHost } from "../platform/env.ts";

/** Set by the server in front on requests that no proxy says to have passed on; no client can set it. */
export const directHeader = "x-direct-client";

/** What proxies add to what they pass on. */
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

/** For handlers that the server in front calls itself: without a body. */
export function toRequest({ method = "GET", url = "/", headers }: IncomingMessage): Request {
  const given = new Headers();
  for (const [name, value] of Object.entries(headers)) if (typeof value === "string") given.set(name, value);
  return new Request(new URL(url, env().BASE_URL), { method, headers: given });
}

/**
 * Whether a request may read what only the operator may know: with METRICS_TOKEN or, where there is none and BASE_URL
 * is not public, from this machine itself.
 */
export function mayMonitor(headers: Headers): boolean {
  const token = env().METRICS_TOKEN;
  if (token !== undefined) {
    const sent = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? "";
    return timingSafeEqual(digest(sent), digest(token));
  }
  // A proxy on this machine that adds no header makes strangers look like this machine.
  if (env().isPublic) return false;
  const address = clientAddress(headers);
  return headers.has(directHeader) && (isLoopbackHost(address) || address === ownSixNetwork);
}

/** ::1, as clientAddress names it. */
const ownSixNetwork = "0:0:0:0::/64";

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
