import type Stripe from "stripe";
import { itemKey } from "../contract/billing/plans.ts";
import { type CatalogItem, listCatalog } from "../plans/catalog.ts";
import { offer } from "../plans/offer.ts";
import { getBrand } from "../platform/brand.ts";
import { env } from "../platform/env.ts";
import { idOf } from "./events.ts";

/**
 * Makes products, prices and portal settings of a Stripe account match the catalog. Idempotent; a changed price
 * becomes a new price that takes over the lookup key. Returns a line per change. Throws if the prices are in another
 * currency.
 */
export async function setUpCatalog(client: Stripe): Promise<string[]> {
  const changes: string[] = [];
  const catalog = listCatalog();
  const { data: prices } = await client.prices.list({
    lookup_keys: catalog.map((item) => item.lookupKey),
    limit: 100,
    expand: ["data.product"],
  });
  requireSameCurrency(prices);
  const planProducts: { product: string; prices: string[] }[] = [];
  for (const item of catalog) {
    const price = prices.find(({ lookup_key }) => lookup_key === item.lookupKey);
    const ids = await setUpItem(client, item, { price, changes });
    if (item.monthly) planProducts.push({ product: ids.product, prices: [ids.price] });
  }
  await setUpPortal(client, planProducts, changes);
  return changes;
}

/** The renewals of running subscriptions would be paid in the former currency, and grant nothing. */
function requireSameCurrency(prices: readonly Stripe.Price[]): void {
  const { currency } = offer();
  const other = prices.find((price) => price.currency !== currency);
  if (!other) return;
  throw new Error(
    `This Stripe account sells in ${other.currency}, PLANS_FILE in ${currency}: keep ${other.currency}, or use another Stripe account`,
  );
}

async function setUpItem(
  client: Stripe,
  item: CatalogItem,
  { price, changes }: { price: Stripe.Price | undefined; changes: string[] },
): Promise<{ price: string; product: string }> {
  const product = await setUpProduct(client, item, { found: price?.product, changes });
  if (price && matchesCatalog(price, item, product)) return { price: price.id, product };
  const created = await client.prices.create({
    product,
    currency: offer().currency,
    unit_amount: item.priceCents,
    lookup_key: item.lookupKey,
    transfer_lookup_key: true,
    metadata: { [itemKey]: item.lookupKey },
    ...(item.monthly && { recurring: { interval: "month" as const } }),
  });
  changes.push(`${price ? "replaced" : "created"} price ${item.lookupKey} (${created.id})`);
  return { price: created.id, product };
}

function matchesCatalog(price: Stripe.Price, item: CatalogItem, product: string): boolean {
  return (
    price.active &&
    idOf(price.product) === product &&
    price.currency === offer().currency &&
    price.unit_amount === item.priceCents &&
    price.metadata[itemKey] === item.lookupKey &&
    (item.monthly ? price.recurring?.interval === "month" : price.recurring === null)
  );
}

async function setUpProduct(
  client: Stripe,
  item: CatalogItem,
  { found, changes }: { found: Stripe.Price["product"] | undefined; changes: string[] },
): Promise<string> {
  const { name, description } = item.product;
  if (typeof found === "object" && !found.deleted && found.active) {
    if (found.name !== name || found.description !== description) {
      await client.products.update(found.id, { name, description });
      changes.push(`updated product ${name}`);
    }
    return found.id;
  }
  const created = await client.products.create({
    name,
    description,
    metadata: { [itemKey]: item.lookupKey },
  });
  changes.push(`created product ${name} (${created.id})`);
  return created.id;
}

/** Finds the portal settings of this service. */
export async function findPortalConfiguration(client: Stripe): Promise<string | null> {
  for await (const configuration of client.billingPortal.configurations.list({ active: true, limit: 100 })) {
    if (configuration.metadata?.[itemKey] === "portal") return configuration.id;
  }
  return null;
}

async function setUpPortal(
  client: Stripe,
  products: { product: string; prices: string[] }[],
  changes: string[],
): Promise<void> {
  // An upgrade is invoiced and paid immediately; a downgrade waits for the renewal.
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
    business_profile: { headline: getBrand().name },
  });
  changes.push(`created portal settings (${created.id})`);
}
