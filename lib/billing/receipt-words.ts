import { countryName } from "../contract/billing/countries.ts";
import { formatAmount } from "../contract/billing/money.ts";
import type { Language } from "../language/translate.ts";
import { offer } from "../plans/offer.ts";
import type { Buyer, Seller } from "./issue.ts";
import type { ItemisedReceipt, ReceiptLine } from "./itemised.ts";
import { isVatId } from "./tax-ids.ts";

/** `November 22, 2026` for Unix seconds, in UTC like Stripe's periods. */
export function formatDate(seconds: number, { locale }: Pick<Language, "locale">): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  return format.format(new Date(seconds * 1000));
}

/** The text of a receipt line, for page and mail. */
export function describeLine(line: ReceiptLine, language: Language): string {
  const { t } = language;
  if (line.kind === "topup")
    return t("Top-up: {credits, number} credits that never expire", { credits: line.credits });
  if (line.kind === "refund") {
    const { number } = line;
    return line.amountCents > 0
      ? t("Failed refund of receipt {number}", { number })
      : t("Refund of receipt {number}", { number });
  }
  if (line.kind === "balance") return t("Discounts and earlier balance");
  if (line.kind === "other") return line.text || t("Payment");
  const values = {
    plan: offer().plans[line.tier].name,
    credits: line.credits,
    from: formatDate(line.from, language),
    to: formatDate(line.to, language),
  };
  if (line.kind === "unused") return t("{plan} plan, not used from {from} to {to}", values);
  if (line.kind === "remaining") return t("{plan} plan, rest of the period from {from} to {to}", values);
  return t("{plan} plan, {from} to {to}: {credits, number} credits", values);
}

/** What a payment was for, in one line: its largest item, with days but no year. */
export function summarize({ lines }: Pick<ItemisedReceipt, "lines">, language: Language): string {
  const { t } = language;
  const [main] = lines.toSorted((a, b) => b.amountCents - a.amountCents);
  if (!main) return t("Payment");
  if (main.kind !== "plan" && main.kind !== "remaining") return describeLine(main, language);
  const format = new Intl.DateTimeFormat(language.locale, {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  });
  const day = (seconds: number) => format.format(new Date(seconds * 1000));
  const values = { plan: offer().plans[main.tier].name, from: day(main.from), to: day(main.to) };
  return main.kind === "plan"
    ? t("{plan} plan, {from} to {to}", values)
    : t("{plan} plan, rest of the period from {from} to {to}", values);
}

export const hasTax = ({ taxCents, includedTaxCents }: ItemisedReceipt) => taxCents + includedTaxCents !== 0;

/** The lines of a receipt with net amount, tax and total, each with its amount; the total is last. */
export function receiptRows(receipt: ItemisedReceipt, language: Language): [name: string, value: string][] {
  const { t, locale } = language;
  const { lines, taxCents, includedTaxCents, totalCents, currency } = receipt;
  const amount = (cents: number) => formatAmount(cents, { currency, locale });
  const tax = taxCents + includedTaxCents;
  return [
    ...lines.map((line): [string, string] => [describeLine(line, language), amount(line.amountCents)]),
    [t("Net amount"), amount(totalCents - tax)],
    [includedTaxCents !== 0 ? t("Tax, included in the prices") : t("Tax"), amount(tax)],
    ["creditOf" in receipt ? t("Returned") : t("Paid"), amount(totalCents)],
  ];
}

/** Name, address and tax number of the seller, for page and mail. */
export function sellerLines({ name, address, taxId }: Seller, language: Language): string[] {
  return [name, ...address, ...(taxId ? [describeTaxId(taxId, language)] : [])];
}

function describeTaxId(number: string, { t }: Language): string {
  return isVatId(number) ? t("VAT id: {number}", { number }) : t("Tax number: {number}", { number });
}

/** The same of the customer, with the country's name in the reader's language. */
export function buyerLines(buyer: Buyer, language: Language): string[] {
  const { locale } = language;
  const { name, line1, line2, postalCode, city, country, taxId, email } = buyer;
  const place = [postalCode, city].filter(Boolean).join(" ");
  const number = taxId && describeTaxId(taxId, language);
  return [name, line1, line2, place, country && countryName(country, locale), number, email].filter(
    (line): line is string => Boolean(line),
  );
}
