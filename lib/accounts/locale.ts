import type { Locale } from "../contract/locales.ts";
import { db } from "../db/index.ts";

/** Keeps the language that an account is written to in, and that its next sign-in elsewhere takes. */
export async function keepLocale(userId: string, locale: Locale): Promise<void> {
  await db().user.updateMany({ where: { id: userId }, data: { locale } });
}
