import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import type { SplitGlass } from "#lib/imaging/glass/split.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import type { Field } from "#lib/imaging/pixels/field.ts";
import type { View } from "#lib/imaging/renderer/set/view.ts";
import { type Balance, productFields, scaleProduct } from "./product.ts";
import { type SeenProduct, seeProduct } from "./seen-product.ts";
import { turnProduct } from "./turn.ts";

/** How the product is placed: the box of the cut-out that was placed, and its place. */
interface PlacedGlass {
  given: ProductCutOut;
  angleDeg: number | undefined;
  box: Box;
  balance: Balance;
  placement: Box;
  view: View;
}

/** Own light of a glass product at one size, and how much of the light behind it that replaces: for its reflection. */
export async function mirrorGlass(
  { own, passing }: SplitGlass,
  { given, angleDeg, box, balance }: Omit<PlacedGlass, "placement" | "view">,
  size: Size,
): Promise<{ color: Field; alpha: Field }> {
  const scale = async (rgba: Uint8Array, light: Balance) =>
    productFields(await scaleProduct({ ...turnProduct({ ...given, rgba }, angleDeg), box }, light, size));
  const [lit, passed] = await Promise.all([scale(own, balance), scale(passing, [1, 1, 1])]);
  for (let i = 0, at = 0; i < lit.alpha.data.length; i++, at += 3) {
    const shares = [0, 1, 2].map((c) => passed.color.data[at + c] as number);
    lit.alpha.data[i] = (lit.alpha.data[i] as number) - Math.min(...shares);
  }
  return lit;
}

/** The pixels of a glass product that a view shows: its own light, and the share of the light behind it that passes. */
export async function seeGlass(
  { own, passing }: SplitGlass,
  { given, angleDeg, box, balance, placement, view }: PlacedGlass,
): Promise<SeenProduct | null> {
  const see = (rgba: Uint8Array, light: Balance) =>
    seeProduct({ ...turnProduct({ ...given, rgba }, angleDeg), box }, light, { placement, view });
  const [lit, passed] = await Promise.all([see(own, balance), see(passing, [1, 1, 1])]);
  return lit && { ...lit, passing: passed?.pixels.color };
}
