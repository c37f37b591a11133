import { formatCount, formatMoney, type MoneyFormat } from "../contract/billing/money.ts";
import type { Item, TopUpSize } from "../contract/billing/plans.ts";
import { offer } from "./offer.ts";

/** An item for sale, as it should exist in Stripe. */
export interface CatalogItem {
  sells: Item;
  lookupKey: string;
  product: { name: string; description: string };
  priceCents: number;
  monthly: boolean;
}

/** Every item for sale. */
export function listCatalog(): CatalogItem[] {
  const { plans, tiers, topUps, sizes } = offer();
  return [
    ...tiers.map((tier): CatalogItem => {
      const { name, monthlyCredits, priceCents, lookupKey } = plans[tier];
      const description = `${formatCount(monthlyCredits)} credits every month`;
      const product = { name: `${name} plan`, description };
      return { sells: { kind: "plan", tier }, lookupKey, product, priceCents, monthly: true };
    }),
    ...sizes.map((size): CatalogItem => {
      const { priceCents, lookupKey } = topUps[size];
      const product = { name: `Top-up: ${nameTopUp(size)}`, description: "Credits that never expire" };
      return { sells: { kind: "topup", size }, lookupKey, product, priceCents, monthly: false };
    }),
  ];
}

/** `500 credits`. */
export function nameTopUp(size: TopUpSize): string {
  return `${formatCount(offer().topUps[size].credits)} credits`;
}

/** A price on pages: `$9`, `9 €`. */
export function formatPrice(cents: number, format: Omit<MoneyFormat, "currency">): string {
  return formatMoney(cents, { ...format, currency: offer().currency });
}
