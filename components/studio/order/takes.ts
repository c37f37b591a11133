import { maxSeed } from "#lib/contract/photo-values.ts";
import type { Item, Order } from "../../orders/model.ts";
import { estimateOrder } from "../../photos/order-request.ts";
import { type OrderedPicture, type Settings, toBatchRequest } from "./request.ts";

/** So many seeds are tried one after the other before one is taken that nobody can have. */
const mostTried = 3;

/** Seeds of the photos of the same picture in the same style that this page knows. */
export function seedsLike(item: Item, orders: readonly Order[]): number[] {
  return [item, ...orders.flatMap(({ items }) => items)]
    .filter(({ image_url: imageUrl, style }) => imageUrl === item.image_url && style === item.style)
    .map(({ seed }) => seed ?? 0);
}

/** Counts the takes of this visit: two clicks in a row are two takes. */
export function createTakes() {
  const last = new Map<string, number>();
  return {
    /** The seed after all that are known. */
    next(of: string, known: readonly number[]): number {
      const highest = Math.max(0, last.get(of) ?? 0, ...known);
      const seed = highest < maxSeed ? highest + 1 : anySeed();
      last.set(of, seed);
      return seed;
    },
  };
}

interface Take {
  picture: OrderedPicture;
  settings: Settings;
  signal: AbortSignal;
}

/** The seed, or one after it where the account has that photo, or soon will: its price would be nothing. */
export async function unusedSeed(first: number, { picture, settings, signal }: Take): Promise<number> {
  for (let seed = first; seed < first + mostTried && seed <= maxSeed; seed += 1) {
    const { items } = toBatchRequest({ pictures: [picture], settings: { ...settings, seeds: [seed] } });
    // Who cannot ask orders all the same: what is refused is told there.
    const price = await estimateOrder(items, signal).catch(() => null);
    if (price === null || price.credits > 0) return seed;
  }
  return anySeed();
}

function anySeed(): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return 1 + (random % (maxSeed - 1));
}
