import type Stripe from "stripe";
import { env } from "../env.ts";
import { formatCount } from "./money.ts";
import { currency, itemKey, plans, planTiers, topUpSizes, topUps } from "./plans.ts";

interface CatalogItem {
  lookupKey: string;
  productName: string;
  description: string;
  priceCents: number;
  monthly: boolean;
}

/** Everything for sale, as Stripe should hold it. */
const catalog: CatalogItem[] = [
  ...planTiers.map((tier) => ({
    lookupKey: plans[tier].lookupKey,
    productName: `${plans[tier].name} plan`,
    description: `${formatCount(plans[tier].monthlyCredits)} credits every month`,
    priceCents: plans[tier].priceCents,
    monthly: true,
  })),
  ...topUpSizes.map((size) => ({
    lookupKey: topUps[size].lookupKey,
    productName: `Top-up: ${topUps[size].name}`,
    description: "Credits that never expire",
    priceCents: topUps[size].priceCents,
    monthly: false,
  })),
];

/**
 * Makes products, prices and the portal's settings in a Stripe account what the catalogue says. Runs any number
 * of times; a changed price becomes a new price that takes over the lookup key. Returns one line for each change.
 */
export async function setUpCatalog(client: Stripe): Promise<string[]> {
  const changes: string[] = [];
  const { data: prices } = await client.prices.list({
    lookup_keys: catalog.map((item) => item.lookupKey),
    limit: 100,
    expand: ["data.product"],
  });
  const priceIds = new Map<string, { price: string; product: string }>();
  for (const item of catalog) {
    const price = prices.find(({ lookup_key }) => lookup_key === item.lookupKey);
    priceIds.set(item.lookupKey, await setUpItem(client, item, price, changes));
  }
  await setUpPortal(client, priceIds, changes);
  return changes;
}

async function setUpItem(
  client: Stripe,
  item: CatalogItem,
  price: Stripe.Price | undefined,
  changes: string[],
): Promise<{ price: string; product: string }> {
  const product = await setUpProduct(client, item, price?.product, changes);
  if (price && isAsWanted(price, item, product)) return { price: price.id, product };
  const created = await client.prices.create({
    product,
    currency,
    unit_amount: item.priceCents,
    lookup_key: item.lookupKey,
    transfer_lookup_key: true,
    metadata: { [itemKey]: item.lookupKey },
    ...(item.monthly && { recurring: { interval: "month" as const } }),
  });
  changes.push(`${price ? "replaced" : "created"} price ${item.lookupKey} (${created.id})`);
  return { price: created.id, product };
}

function isAsWanted(price: Stripe.Price, item: CatalogItem, product: string): boolean {
  const productId = typeof price.product === "string" ? price.product : price.product.id;
  return (
    price.active &&
    productId === product &&
    price.currency === currency &&
    price.unit_amount === item.priceCents &&
    price.metadata[itemKey] === item.lookupKey &&
    (item.monthly ? price.recurring?.interval === "month" : price.recurring === null)
  );
}

async function setUpProduct(
  client: Stripe,
  item: CatalogItem,
  found: Stripe.Price["product"] | undefined,
  changes: string[],
): Promise<string> {
  const wanted = { name: item.productName, description: item.description };
  if (typeof found === "object" && !found.deleted && found.active) {
    if (found.name !== wanted.name || found.description !== wanted.description) {
      await client.products.update(found.id, wanted);
      changes.push(`updated product ${item.productName}`);
    }
    return found.id;
  }
  const created = await client.products.create({ ...wanted, metadata: { [itemKey]: item.lookupKey } });
  changes.push(`created product ${item.productName} (${created.id})`);
  return created.id;
}

/** Finds the portal settings that were made for this service. */
export async function findPortalConfiguration(client: Stripe): Promise<string | null> {
  for await (const configuration of client.billingPortal.configurations.list({ active: true, limit: 100 })) {
    if (configuration.metadata?.[itemKey] === "portal") return configuration.id;
  }
  return null;
}

async function setUpPortal(
  client: Stripe,
  priceIds: Map<string, { price: string; product: string }>,
  changes: string[],
): Promise<void> {
  const products = planTiers.flatMap((tier) => {
    const ids = priceIds.get(plans[tier].lookupKey);
    return ids ? [{ product: ids.product, prices: [ids.price] }] : [];
  });
  // An upgrade is invoiced, and paid, at once; a downgrade waits for the renewal.
  const settings = {
    default_return_url: `${env().BASE_URL}/billing`,
    metadata: { [itemKey]: "portal" },
    features: {
      customer_update: { enabled: true, allowed_updates: ["email" as const, "address" as const] },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: "at_period_end" as const },
      subscription_update: {
        enabled: true,
        default_allowed_updates: ["price" as const],
        products,
        proration_behavior: "always_invoice" as const,
        schedule_at_period_end: { conditions: [{ type: "decreasing_item_amount" as const }] },
      },
    },
  };
  const existing = await findPortalConfiguration(client);
  if (existing) {
    await client.billingPortal.configurations.update(existing, settings);
    return;
  }
  const created = await client.billingPortal.configurations.create({
    ...settings,
    business_profile: { headline: "Photo Generation Service" },
  });
  changes.push(`created portal settings (${created.id})`);
}
