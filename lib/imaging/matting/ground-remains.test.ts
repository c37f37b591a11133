import { expect, test } from "vitest";
import { removeGroundRemains } from "./ground-remains.ts";

const [width, height] = [600, 480];
type Color = readonly [number, number, number];

/** A box on a grainy ground with a soft shadow; `remains` is a part of the ground that the mask has too. */
function drawBox(box: Color, remains: (x: number, y: number) => boolean = () => false) {
  const rgb = new Uint8Array(width * height * 3);
  const alpha = new Float32Array(width * height);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const isBox = x >= 200 && x < 380 && y >= 90 && y < 380;
      const grain = ((x * 7919 + y * 104_729) % 23) - 11;
      const shadow = 1 - 0.25 * Math.exp(-(((x - 290) / 160) ** 2) - ((y - 385) / 40) ** 2);
      const ground = [150, 146, 140].map((value) => (value + grain) * shadow);
      rgb.set(isBox ? box : ground, i * 3);
      alpha[i] = isBox || remains(x, y) ? 1 : 0;
    }
  }
  return { rgb, mask: { alpha, width, height } };
}

/** A slab of ground beside the lower right corner of the box, half below it. */
const slab = (x: number, y: number) => ((x - 375) / 60) ** 2 + ((y - 384) / 18) ** 2 < 1;
const isSame = (one: Float32Array, two: Float32Array) => one.every((value, i) => value === two[i]);
const sum = (values: Float32Array) => values.reduce((total, value) => total + value, 0);

test("a slab of ground at the foot of a product is removed, and the product keeps its shape", () => {
  const { rgb, mask } = drawBox([40, 70, 160], slab);
  const own = drawBox([40, 70, 160]).mask.alpha;
  const before = sum(mask.alpha);
  expect(removeGroundRemains(mask, rgb)).toEqual([]);
  const left = sum(mask.alpha) - sum(own);
  expect(Math.abs(left)).toBeLessThan(0.15 * (before - sum(own)));
  expect(mask.alpha[200 * width + 290]).toBe(1);
});

test("a product stays whole, also in the color of its ground", () => {
  for (const color of [
    [40, 70, 160],
    [235, 235, 235],
    [150, 146, 140],
  ] as const) {
    const { rgb, mask } = drawBox(color);
    const before = mask.alpha.slice();
    removeGroundRemains(mask, rgb);
    expect(isSame(mask.alpha, before), `${color}`).toBe(true);
  }
});

test("feet and a wide base of another color are no ground", () => {
  const base = (x: number, y: number) => x >= 180 && x < 400 && y >= 380 && y < 392;
  const { rgb, mask } = drawBox([40, 70, 160], base);
  for (let y = 380; y < 392; y++) for (let x = 180; x < 400; x++) rgb.set([90, 60, 40], (y * width + x) * 3);
  const before = mask.alpha.slice();
  removeGroundRemains(mask, rgb);
  expect(isSame(mask.alpha, before)).toBe(true);
});
