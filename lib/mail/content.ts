import type { Locale } from "../contract/locales.ts";
import { mails } from "../language/de/index.ts";
import { createLanguage, type Language, type Messages } from "../language/translate.ts";
import { getBrand } from "../platform/brand.ts";

/** A block of a mail. All texts are plain: only the template writes HTML. Links lead to a path of this service. */
export type MailBlock =
  | { text: string }
  /** A button; the plain text shows its URL. */
  | { link: string; path: string }
  /** Pairs of name and value, as on receipts; the last may be a sum. */
  | { facts: readonly (readonly [name: string, value: string])[]; sum?: boolean }
  /** Small print: what to do about an action of someone else, how long a link is valid; with a path, a link. */
  | { note: string; path?: string };

export interface MailContent {
  subject: string;
  blocks: readonly MailBlock[];
}

/** The language of a mail. Its `t` knows the value `service`: the name of this service. */
export interface MailLanguage extends Language {
  /** `November 22, 2026`, in UTC. */
  day: (at: Date) => string;
  /** The same with the time of day. */
  moment: (at: Date) => string;
}

/** Writes a mail in the language of its reader. */
export type MailWriter = (language: MailLanguage) => MailContent;

function createMailLanguage(locale: Locale, messages: Messages): MailLanguage {
  const language = createLanguage(locale, messages);
  const dates = { dateStyle: "long", timeZone: "UTC" } as const;
  return {
    ...language,
    t: (message, values) => language.t(message, { service: getBrand().name, ...values }),
    day: (at) => new Intl.DateTimeFormat(locale, dates).format(at),
    moment: (at) => new Intl.DateTimeFormat(locale, { ...dates, timeStyle: "short" }).format(at),
  };
}

const languages: Record<Locale, MailLanguage> = {
  en: createMailLanguage("en", {}),
  de: createMailLanguage("de", mails),
};

export const mailLanguage = (locale: Locale): MailLanguage => languages[locale];
