"use server";

import { revalidatePath } from "next/cache";
import { cookies } from "next/headers";
import { storeLocale } from "#lib/accounts/state.ts";
import { getUser } from "#lib/auth/page.ts";
import { localeCookie, localeCookieSeconds, parseLocale } from "#lib/contract/locales.ts";
import { env } from "#lib/platform/env.ts";
import { noteRequest } from "#lib/platform/requests.ts";

/** Changes the language of the pages in this browser and, if signed in, of the account. */
export async function chooseLanguage(form: FormData): Promise<void> {
  const value = form.get("locale");
  noteRequest({ hasUnreadForm: false });
  const locale = parseLocale(typeof value === "string" ? value : null);
  if (!locale) return;
  const jar = await cookies();
  const secure = env().BASE_URL.startsWith("https:");
  const lasting = {
    path: "/",
    maxAge: localeCookieSeconds,
    sameSite: "lax",
    httpOnly: true,
    secure,
  } as const;
  jar.set(localeCookie, locale, lasting);
  const user = await getUser();
  if (user) await storeLocale(user.id, locale);
  revalidatePath("/", "layout");
}
