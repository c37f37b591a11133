import type { Metadata } from "next";
import { cookies, headers } from "next/headers";
import { cache } from "react";
import { isTimeZone } from "#lib/contract/fields.ts";
import {
  acceptedLocale,
  type Locale,
  localeCookie,
  parseLocale,
  timeZoneCookie,
} from "#lib/contract/locales.ts";
import { createLanguage, type Language, type Translate } from "#lib/language/translate.ts";
import { sceneNamesIn } from "#lib/scenes/catalogue.ts";
import { messagesOf } from "./messages.ts";

/** The language of this request: the user's choice, else the browser's preference. */
export const getLocale = cache(async (): Promise<Locale> => {
  const chosen = parseLocale((await cookies()).get(localeCookie)?.value);
  return chosen ?? acceptedLocale((await headers()).get("accept-language"));
});

/** The user's time zone, as its browser last told in a cookie; UTC before. */
export const getTimeZone = cache(async (): Promise<string> => {
  const told = (await cookies()).get(timeZoneCookie)?.value ?? "";
  return isTimeZone(told) ? told : "UTC";
});

/** The language of the page, for server components. */
export const getLanguage = cache(async (): Promise<Language> => {
  const locale = await getLocale();
  return createLanguage(locale, messagesOf(locale), sceneNamesIn(locale));
});

/**
 * The `generateMetadata` of a page: its title in the user's language, and what else is given. `admit` ends the request
 * of a visitor who may not learn of the page.
 */
export function titled(
  titleOf: (t: Translate) => string,
  rest: Metadata = {},
  admit?: () => Promise<unknown>,
): () => Promise<Metadata> {
  return async () => {
    await admit?.();
    return { title: titleOf((await getLanguage()).t), ...rest };
  };
}
