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
