import { formatAmount } from "../contract/billing/money.ts";
import { plans } from "../contract/billing/plans.ts";
import type { Language } from "../language/translate.ts";
import { env } from "../platform/env.ts";
import type { ItemisedReceipt, ReceiptLine } from "./itemised.ts";

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
  if (line.kind === "balance") return t("Discounts and earlier balance");
  if (line.kind === "other") return line.text || t("Payment");
  const values = {
    plan: plans[line.tier].name,
    credits: line.credits,
    from: formatDate(line.from, language),
    to: formatDate(line.to, language),
  };
  if (line.kind === "unused") return t("{plan} plan, not used from {from} to {to}", values);
  if (line.kind === "remaining") return t("{plan} plan, rest of the period from {from} to {to}", values);
  return t("{plan} plan, {from} to {to}: {credits, number} credits", values);
}

/** The lines of a receipt with tax and total, each with its amount; the total is last. */
export function receiptRows(receipt: ItemisedReceipt, language: Language): [name: string, value: string][] {
  const { t, locale } = language;
  const { lines, taxCents, includedTaxCents, totalCents, currency } = receipt;
  const amount = (cents: number) => formatAmount(cents, { currency, locale });
  return [
    ...lines.map((line): [string, string] => [describeLine(line, language), amount(line.amountCents)]),
    ...(taxCents > 0 ? [[t("Tax"), amount(taxCents)] satisfies [string, string]] : []),
    ...(includedTaxCents > 0
      ? [[t("Tax, included above"), amount(includedTaxCents)] satisfies [string, string]]
      : []),
    [t("Paid"), amount(totalCents)],
  ];
}

/** The seller on receipts: the operator. */
export interface Seller {
  name: string;
  /** Lines of the address; empty if the operator set none. */
  address: string[];
  taxId: string | null;
}

export function seller(): Seller {
  const { SELLER_NAME, SELLER_ADDRESS, SELLER_TAX_ID } = env();
  const address = (SELLER_ADDRESS ?? "").split(/[;\n]/).map((line) => line.trim());
  return { name: SELLER_NAME, address: address.filter((line) => line !== ""), taxId: SELLER_TAX_ID ?? null };
}
