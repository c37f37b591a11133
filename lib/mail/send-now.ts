import { parseLocale } from "../contract/locales.ts";
import { db } from "../db/index.ts";
import { retryConnecting } from "../platform/network-fault.ts";
import type { MailContents } from "./content.ts";
import { sendMail } from "./index.ts";
import { renderMail } from "./template.ts";

/**
 * Sends a mail at once, never queued: for mails with a link that proves something, which no table may keep. Throws
 * when the server does not take it. In the language of the account of `to`, or of `userId` where that is another.
 */
export async function sendNow(to: string, content: MailContents, userId?: string): Promise<void> {
  const where = userId === undefined ? { email: to.toLowerCase() } : { id: userId };
  const user = await db().user.findUnique({ where, select: { locale: true } });
  const locale = parseLocale(user?.locale) ?? "en";
  const mail = { to, ...renderMail(content[locale], locale) };
  await retryConnecting(() => sendMail(mail));
}
