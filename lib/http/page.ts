import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { localeOf } from "../auth/locale.ts";
import type { Locale } from "../contract/locales.ts";
import { retryAfterSeconds, wasUnavailableSince } from "../db/unavailable.ts";
import type { RequestContext } from "../platform/requests.ts";
import { pageHeaders, pagePolicy } from "./security-headers.ts";

/** The framework reads the nonce for its own scripts from the request's Content-Security-Policy. */
export function preparePage(
  request: IncomingMessage,
  response: ServerResponse,
  context: RequestContext,
): void {
  const policy = pagePolicy(randomBytes(16).toString("base64"));
  request.headers["content-security-policy"] = policy;
  response.setHeader("Content-Security-Policy", policy);
  for (const [name, value] of Object.entries(pageHeaders)) response.setHeader(name, value);
  context.hasUnreadForm = request.method === "POST";
  correctStatus(response, context);
}

/**
 * The framework responds 500 to every failed page or action. This turns it into 503 with Retry-After if the database
 * failed meanwhile, as in the API, and into 400 if it could not read the form.
 */
export function correctStatus(response: ServerResponse, context: RequestContext): void {
  const startedAtMs = performance.now();
  const writeHead = response.writeHead;
  response.writeHead = ((status: number, ...rest: unknown[]) => {
    const isAway = status === 500 && wasUnavailableSince(startedAtMs);
    if (isAway) response.setHeader("Retry-After", String(retryAfterSeconds));
    const isUnread = status === 500 && context.hasUnreadForm === true;
    return Reflect.apply(writeHead, response, [isAway ? 503 : isUnread ? 400 : status, ...rest]);
  }) as typeof writeHead;
}

const words: Record<Locale, { title: string; text: string }> = {
  en: {
    title: "One moment",
    text: "Too many pages are asked for at once. Load this page again in a few seconds.",
  },
  de: {
    title: "Einen Moment",
    text: "Es werden gerade zu viele Seiten auf einmal abgerufen. Laden Sie diese Seite in ein paar Sekunden neu.",
  },
};

/** For browsers, the refusal of a page that would have to wait too long; other clients get the error as it is. */
export function asBusyPage({ headers }: IncomingMessage, refusal: Response): Response {
  refusal.headers.append("Vary", "Accept, Accept-Language, Cookie");
  if (!headers.accept?.includes("text/html")) return refusal;
  const { cookie = "", "accept-language": language = "" } = headers;
  const locale = localeOf(new Headers({ cookie, "accept-language": language }));
  const { title, text } = words[locale];
  refusal.headers.set("Content-Type", "text/html; charset=utf-8");
  const html = `<!doctype html><html lang="${locale}"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>`;
  return new Response(html, { status: refusal.status, headers: refusal.headers });
}
