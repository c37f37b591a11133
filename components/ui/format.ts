import type { Locale } from "#lib/contract/locales.ts";
import type { Translate } from "#lib/language/translate.ts";

/** `1 credit`, `1,200 credits`, in the page's language. */
export function creditsText(count: number, t: Translate): string {
  return t("{count, plural, one {# credit} other {# credits}}", { count });
}

/** `Nov 21`, or `21. Nov.` in German; for a day in UTC. */
export function formatDay(day: string, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, { month: "short", day: "numeric", timeZone: "UTC" }).format(
    new Date(day),
  );
}
