import type { Locale } from "#lib/contract/locales.ts";
import { apiReasons as germanReasons } from "#lib/language/de/reasons.ts";
import { german } from "./de/index.ts";
import { reasonNames } from "./faults.ts";
import type { Messages } from "./translate.ts";

const messages: Partial<Record<Locale, Messages>> = {
  de: { ...german, ...messagesOfReasons(germanReasons) },
};

/** Every message of a language. English ones are their own names. */
export function messagesOf(locale: Locale): Messages {
  return messages[locale] ?? {};
}

function messagesOfReasons(texts: typeof germanReasons): Messages {
  const entries = Object.entries(texts).flatMap(([reason, text]) => {
    const names = reasonNames(reason);
    return typeof text === "string"
      ? [[names.message, text]]
      : [
          [names.message, text.message],
          [names.fix, text.fix],
        ];
  });
  return Object.fromEntries(entries);
}
