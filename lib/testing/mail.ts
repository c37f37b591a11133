import { inEveryLanguage, type MailContents } from "../mail/content.ts";

/** A mail with one subject and one text, the same in every language. */
export function plainMail(subject: string, text: string): MailContents {
  return inEveryLanguage(() => ({ subject, blocks: [{ text }] }));
}
