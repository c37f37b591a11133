import type { Locale } from "#lib/contract/locales.ts";
import { german } from "./de/index.ts";
import type { Messages } from "./translate.ts";

const english: Messages = {};

/** Every message of a language. English ones are their own names. */
export function messagesOf(locale: Locale): Messages {
  return locale === "de" ? german : english;
}
