import { expect, test } from "vitest";
import { drawMask } from "#lib/testing/imaging/masks.ts";
import { seededRandom } from "#lib/testing/random.ts";
import { findGrass } from "./grass.ts";

const size = { width: 320, height: 240 };
const product = { left: 60, top: 60, right: 260, bottom: 200 };
type Rgb = readonly [number, number, number];
const lawn: Rgb = [90, 140, 40];
const asphalt: Rgb = [110, 112, 115];
/** Blades of this many columns, at these distances, that rise this far over the lower edge. */
interface Blades {
  width: number;
  every: number;
  rise: number;
}
const blades: Blades = { width: 4, every: 14, rise: 16 };

/** A box on a ground of one color, whose lower edge lacks what blades cover. */
function drawn(ground: Rgb, { width, every, rise }: Blades = blades) {
  const random = seededRandom(7);
  const rises = Array.from({ length: 64 }, () => rise * (0.6 + 0.8 * random()));
  const { left, top, right, bottom } = product;
  const mask = drawMask(size.width, size.height, (x, y) => {
    const place = x - left;
    const end = bottom - (place % every < width ? (rises[Math.floor(place / every)] ?? 0) : 0);
    return x >= left && x < right && y >= top && y < end ? 1 : 0;
  });
  const rgb = Uint8Array.from({ length: 3 * mask.alpha.length }, (_, at) =>
    mask.alpha[Math.floor(at / 3)] === 1 ? 200 : (ground[at % 3] as number),
  );
  return { mask, rgb };
}

const found = (ground: Rgb, drawnBlades?: Blades) => {
  const { mask, rgb } = drawn(ground, drawnBlades);
  return findGrass(mask, rgb);
};

test("blades of grass in front of a product's lower edge are found, with the box of what they cover", () => {
  const box = found(lawn);
  expect(box).toMatchObject({ left: product.left });
  const [top, bottom] = [box?.top ?? 0, (box?.top ?? 0) + (box?.height ?? 0)];
  expect([top > product.bottom - 30, top < product.bottom - 14, bottom]).toEqual([
    true,
    true,
    product.bottom,
  ]);
  expect(box?.width).toBeGreaterThan(0.85 * (product.right - product.left));
});

test.each<[string, Rgb, Blades]>([
  ["a straight edge on a lawn", lawn, { ...blades, rise: 0 }],
  ["a fringe above a street", asphalt, blades],
  ["three legs on a lawn", lawn, { width: 60, every: 70, rise: 60 }],
  ["noise of two pixels on a lawn", lawn, { ...blades, rise: 1.5 }],
])("%s is no grass in front", (_, ground, drawnBlades) => {
  expect(found(ground, drawnBlades)).toBeNull();
});

test("an empty mask has none", () => {
  const mask = drawMask(8, 8, () => 0);
  expect(findGrass(mask, new Uint8Array(3 * 64))).toBeNull();
});
