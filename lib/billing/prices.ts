import type Stripe from "stripe";
import {
  defaultPlans,
  defaultTopUps,
  type Item,
  itemKey,
  planTiers,
  topUpSizes,
} from "../contract/billing/plans.ts";
import { offer } from "../plans/offer.ts";
import { lazy } from "../platform/lazy.ts";
import { setUpCatalog } from "./setup.ts";
import { billingMode, stripe } from "./stripe.ts";

/** Items by their lookup key in Stripe, including those no longer for sale: customers may still pay for them. */
const items = new Map<string, Item>([
  ...planTiers.map((tier): [string, Item] => [defaultPlans[tier].lookupKey, { kind: "plan", tier }]),
  ...topUpSizes.map((size): [string, Item] => [defaultTopUps[size].lookupKey, { kind: "topup", size }]),
]);

const itemsByPriceId = lazy(() => new Map<string, Item | null>());

/** The item that a price sells; null if the price is not ours or in another currency. */
export function itemOfPrice(price: Stripe.Price): Item | null {
  const item = items.get(price.metadata[itemKey] ?? price.lookup_key ?? "") ?? null;
  const sold = price.currency === offer().currency ? item : null;
  itemsByPriceId().set(price.id, sold);
  return sold;
}

export async function itemOfPriceId(id: string): Promise<Item | null> {
  const sold = itemsByPriceId().get(id);
  if (sold !== undefined) return sold;
  return itemOfPrice(await stripe().prices.retrieve(id));
}

/** The id of the current price with a lookup key. Throws if the Stripe account has none. */
export async function requirePriceId(lookupKey: string): Promise<string> {
  let id = await findPriceId(lookupKey);
  if (!id && billingMode() === "sandbox") {
    await setUpCatalog(stripe());
    id = await findPriceId(lookupKey);
  }
  if (!id) {
    throw new Error(`Stripe has no active price ${lookupKey}: run \`npm run admin -- stripe setup\` once`);
  }
  return id;
}

async function findPriceId(lookupKey: string): Promise<string | undefined> {
  const { data } = await stripe().prices.list({ lookup_keys: [lookupKey], active: true });
  return data.find((price) => itemOfPrice(price))?.id;
}
