import { maxSeed } from "#lib/contract/photos/values.ts";
import type { Item, Order } from "../../orders/model.ts";
import { toBatchRequest } from "../../photos/build-order.ts";
import type { SourcePicture } from "../../photos/model.ts";
import { estimateOrder } from "../../photos/order-request.ts";
import type { Settings } from "../../photos/settings.ts";

/** Number of consecutive seeds to check before choosing a random one. */
const mostTried = 3;

/** Seeds of the photos on this page with the same picture and style. */
export function seedsLike(item: Item, orders: readonly Order[]): number[] {
  return [item, ...orders.flatMap(({ items }) => items)]
    .filter(({ image_url: imageUrl, style }) => imageUrl === item.image_url && style === item.style)
    .map(({ seed }) => seed ?? 0);
}

/** Remembers the seeds of this visit, so that two clicks order two variants. */
export function createSeeds() {
  const last = new Map<string, number>();
  return {
    /** The next seed above all known ones. */
    next(of: string, known: readonly number[]): number {
      const highest = Math.max(0, last.get(of) ?? 0, ...known);
      const seed = highest < maxSeed ? highest + 1 : anySeed();
      last.set(of, seed);
      return seed;
    },
  };
}

interface Variant {
  picture: SourcePicture;
  settings: Settings;
  signal: AbortSignal;
}

/**
 * The first seed, from `first` on, whose photo the account neither has nor has ordered, judged by the estimated
 * price.
 */
export async function unusedSeed(first: number, { picture, settings, signal }: Variant): Promise<number> {
  for (let seed = first; seed < first + mostTried && seed <= maxSeed; seed += 1) {
    const { items } = toBatchRequest({ pictures: [picture], settings: { ...settings, seeds: [seed] } });
    // Without an estimate the order is sent anyway; it reports refusals itself.
    const price = await estimateOrder(items, signal).catch(() => null);
    if (price === null || price.credits > 0) return seed;
  }
  return anySeed();
}

function anySeed(): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return 1 + (random % (maxSeed - 1));
}
