import type { Locale } from "../locales.ts";

export interface MoneyFormat {
  currency?: string;
  /** Decimal places of an amount that is not whole; more than two for the price of a single photo. */
  digits?: number;
  /** Language of the reader; English by default. */
  locale?: Locale;
}

/** `$9`, `$0.09`, `$12.50`: decimals only if the amount is not whole. */
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

/** `$9.00`, `9,00 $`: as on receipts. */
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

/**
 * `2,000`: credits and other counts. Whole numbers are grouped here, because creating a format of `Intl` delays the
 * first view of a page on a phone by a tenth of a second.
 */
export function formatCount(value: number, locale: Locale = "en"): string {
  if (!Number.isSafeInteger(value)) return value.toLocaleString(regions[locale]);
  return String(value).replace(/\B(?=(\d{3})+$)/g, groupSeparators[locale]);
}

const groupSeparators: Record<Locale, string> = { en: ",", de: "." };

const regions: Record<Locale, string> = { en: "en-US", de: "de-DE" };
