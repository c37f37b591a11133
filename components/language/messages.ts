import type { Locale } from "#lib/contract/locales.ts";
import { apiReasons, codes } from "#lib/language/de/index.ts";
import type { Messages } from "#lib/language/translate.ts";
import { german } from "./de/index.ts";
import { textNames } from "./faults.ts";

const messages: Partial<Record<Locale, Messages>> = {
  de: { ...german, ...messagesOfFaults("reason", apiReasons), ...messagesOfFaults("code", codes) },
};

export function messagesOf(locale: Locale): Messages {
  return messages[locale] ?? {};
}

type FaultTexts = Readonly<Record<string, string | { message: string; fix: string } | null>>;

function messagesOfFaults(kind: "reason" | "code", texts: FaultTexts): Messages {
  const entries = Object.entries(texts).flatMap(([key, text]) => {
    if (text === null) return [];
    const names = textNames(kind, key);
    if (typeof text === "string") return [[names.message, text]];
    return [
      [names.message, text.message],
      [names.fix, text.fix],
    ];
  });
  return Object.fromEntries(entries);
}
