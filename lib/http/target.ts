import { because, type Reason } from "../platform/reasons.ts";

/** What becomes of a request before any handler sees it. */
export type Target =
  | { kind: "pass"; url: string; isMachine: boolean }
  | { kind: "refuse"; reason: Reason; allow?: string };

/** The methods that the framework passes to handlers. */
export const handledMethods: ReadonlySet<string> = new Set([
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
/** A page that does not exist: its answer is the site's own "not found". */
const missingPage = "/not-found";

/**
 * Settles what a request is for, so that every answer below /api and /embedded is of those parts' own form: repeated
 * slashes count as one (nothing is redirected, for the address may hold a key), and what cannot be decoded, or differs
 * from an address only by its spelling, does not exist. `isMachine`: answered by a handler, never by a page.
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
  // Handlers below /api know themselves which methods they take; the others are answered here.
  if (!handledMethods.has(method) && !/^\/api(\/|$)/.test(path)) {
    const allow = isMachine ? embeddedMethods : pageMethods;
    const reason = because("method_unknown", { method: method.slice(0, 20), methods: allow });
    return { kind: "refuse", reason, allow };
  }
  const kept = isMachine ? query.join("?") : withoutKey(query.join("?"));
  return { kind: "pass", url: kept ? `${path}?${kept}` : path, isMachine };
}

/** Pages repeat their own address in what they render: a key that was sent to one by mistake goes no further. */
function withoutKey(query: string): string {
  return query
    .split("&")
    .filter((pair) => !/^key=pgs_/i.test(pair))
    .join("&");
}

/** Null for a path that is no text, or that moves through folders. */
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

/** Headers by which the framework talks to itself: on a handler's address they would make it redirect. */
export function isFrameworkHeader(name: string): boolean {
  return /^(rsc$|next-|x-nextjs-|x-middleware-|x-invoke-|x-matched-path$)/.test(name);
}
