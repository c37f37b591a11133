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

const priceIdsMaxAgeMs = 5 * 60_000;
const known = lazy(() => ({
  byLookupKey: new Map<string, string>(),
  readAtMs: Number.NEGATIVE_INFINITY,
  itemsByPriceId: new Map<string, Item | null>(),
}));

/** The item that a price sells; null if the price is not ours or in another currency. */
export function itemOfPrice(price: Stripe.Price): Item | null {
  const item = items.get(price.metadata[itemKey] ?? price.lookup_key ?? "") ?? null;
  const sold = price.currency === offer().currency ? item : null;
  known().itemsByPriceId.set(price.id, sold);
  return sold;
}

export async function itemOfPriceId(id: string): Promise<Item | null> {
  const sold = known().itemsByPriceId.get(id);
  if (sold !== undefined) return sold;
  return itemOfPrice(await stripe().prices.retrieve(id));
}

/** The id of the current price with a lookup key. Throws if the Stripe account has none. */
export async function requirePriceId(lookupKey: string): Promise<string> {
  let id = (await readPriceIds(false)).get(lookupKey) ?? (await readPriceIds(true)).get(lookupKey);
  if (!id && billingMode() === "sandbox") {
    await setUpCatalog(stripe());
    id = (await readPriceIds(true)).get(lookupKey);
  }
  if (!id) {
    throw new Error(`Stripe has no active price ${lookupKey}: run \`npm run admin -- stripe setup\` once`);
  }
  return id;
}

async function readPriceIds(fresh: boolean): Promise<Map<string, string>> {
  if (!fresh && Date.now() - known().readAtMs < priceIdsMaxAgeMs) return known().byLookupKey;
  const { data } = await stripe().prices.list({ lookup_keys: [...items.keys()], active: true, limit: 100 });
  const byLookupKey = new Map<string, string>();
  for (const price of data) {
    if (price.lookup_key && itemOfPrice(price)) byLookupKey.set(price.lookup_key, price.id);
  }
  Object.assign(known(), { byLookupKey, readAtMs: Date.now() });
  return byLookupKey;
}
