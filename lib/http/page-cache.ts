import { randomBytes } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { parseCookies } from "better-auth/cookies";
import { localeOf } from "../auth/locale.ts";
import { noticeParameters } from "../auth/redirect.ts";
import { signedSession } from "../auth/signed-session.ts";
import { localeCookie } from "../contract/locales.ts";
import { documentPages, markdownOf } from "../contract/sections.ts";
import { env } from "../platform/env.ts";
import { type RequestContext, runInRequest, type Visitors } from "../platform/requests.ts";
import { callInMemory } from "./in-memory.ts";
import { byteLengthOf, NonceText } from "./nonce-text.ts";
import { isKnown } from "./response-headers.ts";
import { pagePolicy } from "./security-headers.ts";
import { takesGzip } from "./send-answer.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

/**
 * Pages that depend only on being signed in or not, the language, the theme and the nonce. A cookie of a session that
 * was ended elsewhere still gets the pages of signed-in users: their links lead to sign-in.
 */
const pages: ReadonlySet<string> = new Set(["/", ...documentPages, "/terms", "/privacy", "/contact"]);
/** Pages that are the same for all signed-out visitors, unless they show a notice. Only the browser reads `next`. */
const guestPages: ReadonlySet<string> = new Set(["/sign-in", "/sign-up", "/forgot-password"]);
/** Documents that are the same for all clients. */
const documents: ReadonlySet<string> = new Set([
  ...["/api/v1/openapi.json", "/robots.txt", "/sitemap.xml", "/llms.txt", "/changelog.xml"],
  ...documentPages.map(markdownOf),
]);
const preparedKeys = [
  "/docs en system guests",
  "/api/v1/openapi.json",
  "/ en system guests",
  "/sign-in en system guests",
];
/** The operator's own texts may change while the process runs. */
const goodForMs = 60_000;

/** Headers that are set per response, so they are not cached with the text. */
const ownHeaders =
  /^(connection|keep-alive|date|transfer-encoding|content-length|x-request-id|content-security-policy|vary|set-cookie)$/;

const nonceMark = "{nonce}";

interface Kept {
  status: number;
  /** Header values contain `nonceMark` in place of the nonce. */
  headers: Record<string, string>;
  text: NonceText;
}

/** Caches pages and documents that do not depend on the user, so that each is rendered once a minute at most. */
export class PageCache {
  readonly #kept = new Map<string, { made: Promise<Kept>; untilMs: number }>();
  readonly #handler: Handler;
  readonly #render: <T>(render: () => Promise<T>) => Promise<T>;

  /** `render` runs each rendering when a render slot is free. */
  constructor(handler: Handler, render: <T>(render: () => Promise<T>) => Promise<T>) {
    this.#handler = handler;
    this.#render = render;
  }

  /** The cache key; null if the response may depend on the user. */
  keyOf({ method, url = "", headers }: IncomingMessage): string | null {
    // In development a page changes with its source.
    if ((method !== "GET" && method !== "HEAD") || env().NODE_ENV === "development") return null;
    const [path = "", query = ""] = url.split("?");
    if (documents.has(path)) return path;
    if (!(pages.has(path) || guestPages.has(path)) || isPartial(headers)) return null;
    const visitors: Visitors = signedSession(headers.cookie ?? "") === null ? "guests" : "members";
    const isForGuests = guestPages.has(path) && visitors === "guests" && !hasNotice(query);
    // None of these pages reads any other query parameter.
    if (!pages.has(path) && !isForGuests) return null;
    const theme = parseCookies(headers.cookie ?? "").get("theme");
    const known = theme === "light" || theme === "dark" ? theme : "system";
    return `${path} ${localeOf(asHeaders(headers))} ${known} ${visitors}`;
  }

  /** Renders the most requested pages at start, because the first rendering of a page takes longest. */
  async prepare(): Promise<void> {
    for (const key of preparedKeys) await this.#get(key).catch(() => undefined);
  }

  async answer(key: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, headers, text } = await this.#get(key);
    if (response.destroyed || response.headersSent) return;
    const nonce = randomBytes(16).toString("base64");
    for (const [name, value] of Object.entries(headers))
      response.setHeader(name, value.replaceAll(nonceMark, nonce));
    const etag = headers.etag;
    if (etag !== undefined && isKnown(request.headers["if-none-match"] ?? null, etag)) {
      response.writeHead(304).end();
      return;
    }
    if (!documents.has(key)) response.setHeader("Content-Security-Policy", pagePolicy(nonce));
    response.appendHeader("Vary", "Accept-Encoding");
    const isPacked = takesGzip(request);
    if (isPacked) response.setHeader("Content-Encoding", "gzip");
    const pieces = isPacked ? text.gzip(nonce) : text.plain(nonce);
    response.writeHead(status, { "Content-Length": byteLengthOf(pieces) });
    response.cork();
    if (request.method !== "HEAD") for (const piece of pieces) response.write(piece);
    response.end();
  }

  /** One rendering at a time per key, shared by all waiting requests; failures are not cached. */
  #get(key: string): Promise<Kept> {
    const kept = this.#kept.get(key);
    if (kept && performance.now() < kept.untilMs) return kept.made;
    const made = this.#render(() => renderAlike(this.#handler, key));
    this.#kept.set(key, { made, untilMs: performance.now() + goodForMs });
    const forget = () => {
      if (this.#kept.get(key)?.made === made) this.#kept.delete(key);
    };
    made.then(({ status }) => status >= 500 && forget(), forget);
    return made;
  }
}

function hasNotice(query: string): boolean {
  const parameters = new URLSearchParams(query);
  return noticeParameters.some((name) => parameters.has(name));
}

/** Requests for parts of pages, including those of the framework's router. */
function isPartial(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => name === "rsc" || name.startsWith("next-") || name === "range");
}

function asHeaders({ cookie, "accept-language": language }: IncomingHttpHeaders): Headers {
  return new Headers({ ...(cookie && { cookie }), ...(language && { "accept-language": language }) });
}

/** Renders with a request that is built from the key alone. */
async function renderAlike(handler: Handler, key: string): Promise<Kept> {
  const [url = "", locale, theme, visitors] = key.split(" ");
  const isPage = locale !== undefined;
  // Random, so no text contains it by chance or on purpose.
  const nonce = randomBytes(16).toString("base64");
  const { host } = new URL(env().BASE_URL);
  const context: RequestContext = { route: url, visitors: visitors === "members" ? "members" : "guests" };
  const sent = {
    host,
    "x-forwarded-for": "unknown",
    "x-request-id": "shared",
    ...(isPage && {
      accept: "text/html",
      "content-security-policy": pagePolicy(nonce),
      cookie: `${localeCookie}=${locale}${theme === "system" ? "" : `; theme=${theme}`}`,
    }),
  };
  const { status, headers, body } = await runInRequest(context, () => callInMemory(handler, url, sent));
  const kept = Object.entries(headers).filter(([name]) => !ownHeaders.test(name));
  const marked = kept.map(([name, value]) => [name, String(value).replaceAll(nonce, nonceMark)]);
  return {
    status,
    headers: Object.fromEntries(marked),
    text: new NonceText(body.toString(), isPage ? nonce : null),
  };
}
