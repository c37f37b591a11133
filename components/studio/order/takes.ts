import { maxSeed } from "#lib/contract/photos/values.ts";
import type { Item, Order } from "../../orders/model.ts";
import type { SourcePicture } from "../../photos/model.ts";
import { estimateOrder } from "../../photos/order-request.ts";
import type { Settings } from "../../photos/settings.ts";
import { toBatchRequest } from "./request.ts";

/** So many seeds are tried in turn before a random one is used. */
const mostTried = 3;

/** Seeds of the photos of the same picture in the same style that this page knows. */
export function seedsLike(item: Item, orders: readonly Order[]): number[] {
  return [item, ...orders.flatMap(({ items }) => items)]
    .filter(({ image_url: imageUrl, style }) => imageUrl === item.image_url && style === item.style)
    .map(({ seed }) => seed ?? 0);
}

/** Counts the takes of this visit: two clicks are two takes. */
export function createTakes() {
  const last = new Map<string, number>();
  return {
    /** The next seed after all known ones. */
    next(of: string, known: readonly number[]): number {
      const highest = Math.max(0, last.get(of) ?? 0, ...known);
      const seed = highest < maxSeed ? highest + 1 : anySeed();
      last.set(of, seed);
      return seed;
    },
  };
}

interface Take {
  picture: SourcePicture;
  settings: Settings;
  signal: AbortSignal;
}

/** The first seed from here whose photo the account does not have or has not ordered, by its price. */
export async function unusedSeed(first: number, { picture, settings, signal }: Take): Promise<number> {
  for (let seed = first; seed < first + mostTried && seed <= maxSeed; seed += 1) {
    const { items } = toBatchRequest({ pictures: [picture], settings: { ...settings, seeds: [seed] } });
    // Without an estimate the order is still sent; it reports a refusal itself.
    const price = await estimateOrder(items, signal).catch(() => null);
    if (price === null || price.credits > 0) return seed;
  }
  return anySeed();
}

function anySeed(): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return 1 + (random % (maxSeed - 1));
}
