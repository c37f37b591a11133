import type Stripe from "stripe";
import { catalog, currency, type Item, itemKey } from "../contract/billing/plans.ts";
import { setUpCatalog } from "./setup.ts";
import { billingMode, stripe } from "./stripe.ts";

const items = new Map<string, Item>(catalog.map(({ lookupKey, sells }) => [lookupKey, sells]));

const priceIdsMaxAgeMs = 5 * 60_000;
let priceIds: { byLookupKey: Map<string, string>; readAtMs: number } | undefined;
const itemsByPriceId = new Map<string, Item | null>();

/** The item that a price sells; null if the price is not ours or in another currency. */
export function itemOfPrice(price: Stripe.Price): Item | null {
  const item = items.get(price.metadata[itemKey] ?? price.lookup_key ?? "") ?? null;
  const known = price.currency === currency ? item : null;
  itemsByPriceId.set(price.id, known);
  return known;
}

export async function itemOfPriceId(id: string): Promise<Item | null> {
  const known = itemsByPriceId.get(id);
  if (known !== undefined) return known;
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
  const isFresh = priceIds && Date.now() - priceIds.readAtMs < priceIdsMaxAgeMs;
  if (priceIds && isFresh && !fresh) return priceIds.byLookupKey;
  const { data } = await stripe().prices.list({ lookup_keys: [...items.keys()], active: true, limit: 100 });
  const byLookupKey = new Map<string, string>();
  for (const price of data) {
    if (price.lookup_key && itemOfPrice(price)) byLookupKey.set(price.lookup_key, price.id);
  }
  priceIds = { byLookupKey, readAtMs: Date.now() };
  return byLookupKey;
}
