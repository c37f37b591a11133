import { formatCount } from "#lib/contract/billing/money.ts";
import type { Locale } from "#lib/contract/locales.ts";
import type { Translate } from "#lib/language/translate.ts";

/** `1 photo`, `1,200 photos`. */
export function formatPlural(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}

export function formatCredits(count: number): string {
  return formatPlural(count, "credit");
}

/** `1 credit`, `1,200 credits`, in the page's language. */
export function creditsText(count: number, t: Translate): string {
  return t("{count, plural, one {# credit} other {# credits}}", { count });
}

/** `Nov 21`, or `21. Nov.` in German; for a day in UTC. */
export function formatDay(day: string, locale: Locale = "en"): string {
  return new Intl.DateTimeFormat(locale, { month: "short", day: "numeric", timeZone: "UTC" }).format(
    new Date(day),
  );
}

const smallNumbers = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** `four`; numbers above ten as digits. */
export function countInWords(count: number): string {
  return smallNumbers[count] ?? formatCount(count);
}
