import { localeOf } from "../auth/locale.ts";
import type { Locale } from "../contract/locales.ts";
import { ApiError } from "../platform/errors.ts";
import { errorResponse } from "./response.ts";

const retryAfterSeconds = 2;

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

/** The response when a page would have to wait too long: a page for browsers, the API's error for other clients. */
export function answerBusy(sent: Headers, requestId: string): Response {
  const headers = new Headers({
    "X-Request-Id": requestId,
    "Cache-Control": "no-store",
    Vary: "Accept, Accept-Language, Cookie",
  });
  const error = new ApiError("overloaded", "Too many pages are asked for at once.", { retryAfterSeconds });
  const asJson = errorResponse(error, headers);
  if (!(sent.get("accept") ?? "").includes("text/html")) return asJson;
  const locale = localeOf(sent);
  const { title, text } = words[locale];
  asJson.headers.set("Content-Type", "text/html; charset=utf-8");
  const html = `<!doctype html><html lang="${locale}"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>`;
  return new Response(html, { status: asJson.status, headers: asJson.headers });
}
