import { IntlMessageFormat } from "intl-messageformat";
import type { Locale } from "../contract/locales.ts";

/** English message → message of another language, both in ICU MessageFormat. */
export type Messages = Readonly<Record<string, string>>;
export type MessageValues = Record<string, string | number | Date>;

/** Says a message in one language. The English text is the name of the message: `t("Again")`. */
export type Translate = (message: string, values?: MessageValues) => string;

/** What pages need to speak one language: words, numbers, dates. */
export interface Language {
  locale: Locale;
  t: Translate;
}

/** `messages` of the locale; English needs none. A message that is missing there is said in English. */
export function createLanguage(locale: Locale, messages: Messages): Language {
  const formats = new Map<string, IntlMessageFormat>();
  const t: Translate = (message, values) => {
    const known = formats.get(message);
    if (known) return String(known.format(values));
    const own = messages[message];
    const format = new IntlMessageFormat(own ?? message, own === undefined ? "en" : locale, undefined, {
      ignoreTag: true,
    });
    formats.set(message, format);
    return String(format.format(values));
  };
  return { locale, t };
}
