import type { Locale } from "../locales.ts";

interface MoneyFormat {
  currency?: string;
  /** Digits after the point where an amount is not whole; more than two for prices of single photos. */
  digits?: number;
  /** Of the reader; English without one. */
  locale?: Locale;
}

/** `$9`, `$0.09`, `$12.50`: cents only where there are any. */
export function formatMoney(
  cents: number,
  { currency = "usd", digits = 2, locale = "en" }: MoneyFormat = {},
): string {
  const whole = cents % 100 === 0;
  return new Intl.NumberFormat(regions[locale], {
    style: "currency",
    currency: currency.toUpperCase(),
    minimumFractionDigits: whole ? 0 : 2,
    maximumFractionDigits: whole ? 0 : digits,
  }).format(cents / 100);
}

/** `$9.00`, `9,00 $`: as receipts write it. */
export function formatAmount(
  cents: number,
  { currency = "usd", locale = "en" }: Omit<MoneyFormat, "digits"> = {},
): string {
  const format = new Intl.NumberFormat(regions[locale], {
    style: "currency",
    currency: currency.toUpperCase(),
  });
  return format.format(cents / 100);
}

/** `2,000`: credits and other counts. */
export const formatCount = (value: number, locale: Locale = "en") => value.toLocaleString(regions[locale]);

const regions: Record<Locale, string> = { en: "en-US", de: "de-DE" };
