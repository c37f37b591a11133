import { parseCookies } from "better-auth/cookies";
import { acceptedLocale, type Locale, localeCookie, parseLocale } from "../contract/locales.ts";

/** The language that a request is to be answered in: the one chosen in this browser, else as the browser asks. */
export function localeOf(headers: Headers): Locale {
  const chosen = parseLocale(parseCookies(headers.get("cookie") ?? "").get(localeCookie));
  return chosen ?? acceptedLocale(headers.get("accept-language"));
}
