// Guards size, place and detail of a product in painted scenes of every aspect ratio, size and horizon.
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { aspectRatios } from "#lib/contract/photos/styles.ts";
import { drawCutOut, drawMug } from "#lib/testing/imaging/drawn-products.ts";
import {
  compose,
  drawJar,
  extent,
  isPink,
  mean,
  photoBlock,
  plainScene,
  requestFor,
} from "#lib/testing/imaging/painted-photos.ts";
import type { ProductCutOut } from "../pixels/cut-out.ts";
import { relightBounds } from "../renderer/light/relight.ts";
import { measureBalance } from "../renderer/product/balance.ts";
import { scaleProduct, withMargin } from "../renderer/product/product.ts";
import { grayOf, measureGrain } from "./measure-grain.ts";
import { plannedPlacement, planScene } from "./plan.ts";

describe("a photo in a painted scene", () => {
  test.each(aspectRatios)("in %s has exactly the promised size, as an sRGB JPEG", async (ratio) => {
    const request = requestFor(ratio);
    const { jpeg } = await compose(drawMug(), plainScene, request);
    expect(await sharp(jpeg).metadata()).toMatchObject({
      format: "jpeg",
      space: "srgb",
      channels: 3,
      chromaSubsampling: "4:4:4",
      width: request.width,
      height: request.height,
    });
  });

  test.each([
    [900, 120],
    [120, 900],
    [1, 1],
    [2400, 2000],
  ])("has exactly the promised size in a scene of %d × %d", async (width, height) => {
    const request = requestFor("4:3");
    const photo = await compose(drawMug(), { width, height, horizonY: 0.58 }, request);
    expect([photo.width, photo.height]).toEqual([request.width, request.height]);
  });

  test("at 2K shows the product in the same place as at 1K", async () => {
    const request = requestFor();
    const product = drawJar([200, 20, 160]);
    const small = await compose(product, plainScene, request);
    const large = await compose(product, plainScene, { ...request, width: 2048, height: 2048 });
    const [first, second] = [extent(small, isPink), extent(large, isPink)];
    expect(Math.abs(second.left / 2 - first.left)).toBeLessThan(3);
    expect(Math.abs(second.bottom / 2 - first.bottom)).toBeLessThan(3);
  });
});

describe("the place of the product", () => {
  test.each([-0.15, -0.08, 0, 0.08, 0.15])(
    "is on the surface when the painted horizon is off by %f of the height",
    async (off) => {
      const product = drawJar([200, 20, 160]);
      const plan = await planScene(product, requestFor());
      const horizonY = plan.horizonY + off;
      const photo = await compose(product, { ...plainScene, horizonY });
      const foot = extent(photo, isPink).bottom / photo.height;
      expect(foot).toBeGreaterThan(horizonY + 0.05);
      expect(foot).toBeLessThan(0.99);
    },
  );
});

describe("a painted scene", () => {
  test("that is grainy gives the product a similar grain, and a clean one gives none", async () => {
    const grainOf = async (noise: number) => {
      const scene = { width: 1024, height: 1024, horizonY: 0.58, noise };
      const { data, plan } = await compose(drawJar([140, 140, 140]), scene);
      const at = (left: number, top: number) =>
        measureGrain(grayOf(data, 1024, { left, top, width: 200, height: 200 })).steps;
      const middle = (plan.product.left + plan.product.width / 2) * 1024;
      const row = (plan.product.top + plan.product.height * 0.4) * 1024;
      return { product: at(Math.round(middle - 100), Math.round(row)), scene: at(10, 20) };
    };
    const grainy = await grainOf(3);
    expect(grainy.product / grainy.scene).toBeGreaterThan(0.7);
    expect(grainy.product / grainy.scene).toBeLessThan(1.4);
    expect((await grainOf(0)).product).toBeLessThan(0.6);
  });

  test("with a glossy surface mirrors the product more than one with a dull surface", async () => {
    const product = drawJar([200, 20, 160]);
    const mirrored = async (isGlossy: boolean) => {
      const photo = await compose(product, { ...plainScene, isGlossy, table: [90, 90, 90] });
      const below = extent(photo, (r, g) => r - g > 90).bottom + 24;
      const at = (below * 1024 + 512) * 3;
      return (photo.data[at] as number) - (photo.data[at + 1] as number);
    };
    expect(await mirrored(true)).toBeGreaterThan((await mirrored(false)) + 10);
  });
});

/** A box whose face is fine detail: squares of four pixels in random grays. */
function drawPattern(): ProductCutOut {
  return drawCutOut(560, 460, (x, y) => {
    if (x < 30 || x >= 530 || y < 30 || y >= 430) return null;
    const cell = Math.imul((x >> 2) * 73_856_093, 19) ^ Math.imul((y >> 2) * 19_349_663, 7);
    const gray = 70 + ((Math.imul(cell, 0x9e3779b1) >>> 0) % 120);
    return [gray, gray, gray, 255];
  });
}

test("a product's own pixels retain their detail, and differ in the photo only by gradual changes of brightness", async () => {
  const product = drawPattern();
  const scene = { ...plainScene, slope: 0.8, table: [120, 60, 20] as const };
  const { data, width, plan } = await compose(product, scene);
  const wide = withMargin(product);
  const placement = plannedPlacement(plan, wide.box, { width: 1024, height: 1024 });
  const own = await scaleProduct(wide, measureBalance(wide), placement);
  const inset = 24;
  const ratios: number[] = [];
  const [mine, theirs]: [number[], number[]] = [[], []];
  for (let y = inset; y < own.height - 3 * inset; y += 4) {
    for (let x = inset; x < own.width - inset; x += 4) {
      const [a, b] = [blockOf(own, x, y), photoBlock(data, width, placement.left + x, placement.top + y)];
      ratios.push(mean(b) / mean(a));
      for (const value of a) mine.push(value / mean(a) - 1);
      for (const value of b) theirs.push(value / mean(b) - 1);
    }
  }
  expect(Math.min(...ratios)).toBeGreaterThan(relightBounds.leastGain - 0.05);
  expect(Math.max(...ratios)).toBeLessThan(relightBounds.mostGain + 0.05);
  expect(correlation(mine, theirs)).toBeGreaterThan(0.98);
});

function correlation(a: readonly number[], b: readonly number[]): number {
  let [ab, aa, bb] = [0, 0, 0];
  for (const [i, value] of a.entries()) {
    const other = b[i] ?? 0;
    ab += value * other;
    aa += value * value;
    bb += other * other;
  }
  return ab / Math.sqrt(aa * bb);
}

function blockOf(own: { width: number; color: Uint16Array }, left: number, top: number): number[] {
  return Array.from({ length: 64 }, (_, i) => {
    const at = ((top + (i >> 3)) * own.width + left + (i & 7)) * 3 + 1;
    return (own.color[at] as number) / 65_535;
  });
}
