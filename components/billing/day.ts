import type { Locale } from "#lib/contract/locales.ts";

/** `Nov 22, 2026`: a day of billing, in UTC as the payment provider counts. */
export function formatDay(at: Date, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }).format(at);
}
