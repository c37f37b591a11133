interface MoneyFormat {
  currency?: string;
  /** Digits after the point where an amount is not whole; more than two for prices of single photos. */
  digits?: number;
}

/** `$9`, `$0.09`, `$12.50`: cents only where there are any. */
export function formatMoney(cents: number, { currency = "usd", digits = 2 }: MoneyFormat = {}): string {
  const whole = cents % 100 === 0;
  return new Intl.NumberFormat("en-US", {
    style: "currency",
    currency: currency.toUpperCase(),
    minimumFractionDigits: whole ? 0 : 2,
    maximumFractionDigits: whole ? 0 : digits,
  }).format(cents / 100);
}

/** `$9.00`: as receipts write it. */
export const formatDollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

/** `2,000`: credits and other counts. */
export const formatCount = (value: number) => value.toLocaleString("en-US");
