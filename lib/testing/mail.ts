import type { MailWriter } from "../mail/content.ts";

/** A mail with one subject and one text, the same in every language. */
export const plainMail =
  (subject: string, text: string): MailWriter =>
  () => ({ subject, blocks: [{ text }] });
