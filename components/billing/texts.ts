import type { Locale } from "#lib/contract/locales.ts";
import type { Translate } from "#lib/language/translate.ts";

/** A billing date like `Nov 22, 2026`, in UTC as at the payment provider. */
export function formatDay(at: Date, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }).format(at);
}

/** A payment from before receipts were stored, in Stripe's words. */
export function describePayment(description: string, t: Translate): string {
  if (/^Subscription (creation|update)$/.test(description)) return t("Plan");
  return description.startsWith("Top-up") ? t("Top-up") : description;
}
