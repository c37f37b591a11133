import { because, type Reason } from "../platform/reasons.ts";

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
export function isFrameworkHeader(name: string): boolean {
  return /^(rsc$|next-|x-nextjs-|x-middleware-|x-invoke-|x-matched-path$)/.test(name);
}
