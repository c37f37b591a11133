import { createHash, timingSafeEqual } from "node:crypto";
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
