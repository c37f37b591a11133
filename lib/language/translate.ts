import type { Locale } from "../contract/locales.ts";
import { MessageFormat, type MessageValues } from "./message-format.ts";

/** English message → message in another language, both in ICU MessageFormat. */
export type Messages = Readonly<Record<string, string>>;

/** Translates a message, identified by its English text: `t("Again")`. */
export type Translate = (message: string, values?: MessageValues) => string;

/** Names of the rendered scenes in one language, by id. */
export type SceneNames = Readonly<Record<string, string>>;

/** Everything that pages need for one language: words, numbers, dates. */
export interface Language {
  locale: Locale;
  t: Translate;
  /** The name of a rendered scene; its id if the scene was removed since. */
  sceneName: (id: string) => string;
}

/** `messages` are those of the locale; English needs none. A missing message is shown in English. */
export function createLanguage(locale: Locale, messages: Messages, sceneNames: SceneNames = {}): Language {
  const formats = new Map<string, MessageFormat>();
  const t: Translate = (message, values) => {
    const known = formats.get(message);
    if (known) return known.format(values);
    const own = messages[message];
    const format = new MessageFormat(own ?? message, own === undefined ? "en" : locale);
    formats.set(message, format);
    return format.format(values);
  };
  return { locale, t, sceneName: (id) => sceneNames[id] ?? id };
}
