import { parseCookies } from "better-auth/cookies";
import { acceptedLocale, type Locale, localeCookie, parseLocale } from "../contract/locales.ts";

/** The language of a response: chosen in this browser, else from Accept-Language. */
export function localeOf(headers: Headers): Locale {
  const chosen = parseLocale(parseCookies(headers.get("cookie") ?? "").get(localeCookie));
  return chosen ?? acceptedLocale(headers.get("accept-language"));
}
