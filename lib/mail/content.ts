import { type Locale, locales } from "../contract/locales.ts";
import { mails } from "../language/de/index.ts";
import { createLanguage, type Language } from "../language/translate.ts";

/** A block of a mail. All texts are plain: only the template writes HTML. */
export type MailBlock =
  | { text: string }
  /** A button; the plain text shows its URL. */
  | { link: string; url: string }
  /** Pairs of name and value, as on receipts; the last may be a sum. */
  | { facts: readonly (readonly [name: string, value: string])[]; sum?: boolean }
  /** Small print: what to do about an action of someone else, how long a link is valid; with a URL, a link. */
  | { note: string; url?: string };

export interface MailContent {
  subject: string;
  blocks: readonly MailBlock[];
}

/** A mail in every language; the reader's is chosen when it is queued or sent. */
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
