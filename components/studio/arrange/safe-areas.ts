import type { Box, Size } from "#lib/contract/photos/sizes.ts";

export const safeAreaNames = [
  "amazon",
  "etsy",
  "instagram_grid",
  "instagram_story",
  "instagram_reel",
  "pinterest",
] as const;
export type SafeAreaName = (typeof safeAreaNames)[number];

/**
 * The part of the frame that each platform leaves visible, as shares of the frame.
 * - Amazon (Seller Central, product image requirements): the product fills 85 % of the frame.
 * - Etsy (Seller Handbook, listing photos): thumbnails are cropped to 4:3, 5:4 or a square.
 * - Instagram: profiles show the middle 3:4. Stories and reels (Meta Ads Guide, safe zones): the app's buttons cover
 *   14 % at the top and 20 % or 35 % at the bottom, for reels also 6 % on both sides.
 * - Pinterest (Help Center): pins taller than 2:3 are cropped in the feed.
 */
const areas: Record<SafeAreaName, (ratio: number) => Box | null> = {
  amazon: () => inset({ left: 0.075, right: 0.075, top: 0.075, bottom: 0.075 }),
  etsy: (ratio) => middle(Math.min(1, 1 / ratio), Math.min(1, ratio / (4 / 3))),
  instagram_grid: (ratio) =>
    ratio <= 1.01 ? middle(Math.min(1, 3 / 4 / ratio), Math.min(1, ratio / (3 / 4))) : null,
  instagram_story: (ratio) => (isTall(ratio) ? inset({ left: 0, right: 0, top: 0.14, bottom: 0.2 }) : null),
  instagram_reel: (ratio) =>
    isTall(ratio) ? inset({ left: 0.06, right: 0.06, top: 0.14, bottom: 0.35 }) : null,
  pinterest: (ratio) => (ratio < 0.66 ? middle(1, ratio / (2 / 3)) : null),
};

/** The safe areas of a frame of this shape, without those that cover the whole frame. */
export function safeAreasOf({ width, height }: Size): Partial<Record<SafeAreaName, Box>> {
  const named = safeAreaNames.map((name) => [name, areas[name](width / height)] as const);
  return Object.fromEntries(
    named.filter(([, area]) => area !== null && (area.width < 0.995 || area.height < 0.995)),
  );
}

function isTall(ratio: number): boolean {
  return Math.abs(ratio / (9 / 16) - 1) < 0.03;
}

function middle(width: number, height: number): Box {
  return { left: (1 - width) / 2, top: (1 - height) / 2, width, height };
}

function inset(edges: { left: number; right: number; top: number; bottom: number }): Box {
  const { left, right, top, bottom } = edges;
  return { left, top, width: 1 - left - right, height: 1 - top - bottom };
}
