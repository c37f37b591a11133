import { type Locale, locales } from "../contract/locales.ts";
import { mails } from "../language/de/mails.ts";
import { createLanguage, type Language } from "../language/translate.ts";

/** A part of a mail. Every text is plain: the template alone writes HTML. */
export type MailBlock =
  | { text: string }
  /** A button; its address is written out in the plain text. */
  | { link: string; url: string }
  /** Pairs of a name and a value, as receipts have them; the last may be a sum. */
  | { facts: readonly (readonly [name: string, value: string])[]; sum?: boolean }
  /** In small letters: what to do when it was not you, how long a link is good. */
  | { note: string };

export interface MailContent {
  subject: string;
  blocks: readonly MailBlock[];
}

/** A mail in every language; its reader's is chosen when it is queued or sent. */
export type MailContents = Record<Locale, MailContent>;

const languages: Record<Locale, Language> = {
  en: createLanguage("en", {}),
  de: createLanguage("de", mails),
};

export const mailLanguage = (locale: Locale): Language => languages[locale];

/** Writes a mail in every language. */
export function inEveryLanguage(write: (language: Language) => MailContent): MailContents {
  const written = locales.map((locale) => [locale, write(languages[locale])]);
  return Object.fromEntries(written) as MailContents;
}
