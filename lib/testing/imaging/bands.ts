import { describe, expect, test } from "vitest";
import { previewSide } from "#lib/contract/photos/sizes.ts";
import { closeBands } from "#lib/imaging/matting/bands.ts";
import { cutOut } from "#lib/imaging/matting/cut-out.ts";
import type { Mask } from "#lib/imaging/pixels/mask.ts";
import { someOf, type Trials } from "../trials.ts";
import { type Banded, drawBanded, drawOnGround, maskByColor, sets } from "./banded-products.ts";
import { compareCutOuts } from "./edge-quality.ts";

const whole = { left: 0, top: 0, width: 900, height: 900 };
const middle = (share: number, isPrinted = true) => [
  { from: 0.5 - share / 2, to: 0.5 + share / 2, isPrinted },
];

const printed: readonly [string, Banded][] = [
  ["of a box", { shape: "box", bands: middle(0.4) }],
  ["of a bar of soap", { bands: middle(0.4) }],
  ["that is low", { bands: middle(0.15) }],
  ["that takes up most of the product", { bands: middle(0.7) }],
  ["of a wide box", { shape: "box", width: 600, height: 500, bands: middle(0.4) }],
  ["of a narrow box", { shape: "box", width: 120, height: 700, bands: middle(0.3) }],
  ["of a cup that tapers", { shape: "cup", bands: middle(0.4) }],
  ["of a bottle", { shape: "bottle", bands: [{ from: 0.5, to: 0.9, isPrinted: true }] }],
  ["of a barrel with curved sides", { shape: "barrel", bands: middle(0.3) }],
  ["of a product that is tilted by 7°", { turnDeg: 7, bands: middle(0.4) }],
  ["of a product that is tilted by 45°", { turnDeg: 45, bands: middle(0.4) }],
  ["of a product that lies", { turnDeg: 90, bands: middle(0.4) }],
  ["that sags", { shape: "bottle", sag: 0.06, bands: [{ from: 0.42, to: 0.75, isPrinted: true }] }],
  ["of a patterned product", { isPatterned: true, bands: middle(0.4) }],
  ["of a pale product", { color: "#c8b8a0", bands: middle(0.4) }],
  ["on a grey ground", { ground: "#d8d8d8", bands: middle(0.4) }],
  ["in a noisy picture", { ground: "#f4f4f2", noise: 3, bands: middle(0.4) }],
];

/** Tests of bands in the color of the ground. */
export function describeBands(trials: Trials): void {
  describe("a band in the color of the ground", { timeout: 300_000 }, () => {
    test.each(someOf(trials, printed, 2))(
      "%s is closed where something is printed on it, and reported as a guess",
      async (_, options) => {
        const { wrong, boxes } = await closeIn(options);
        expect(wrong).toBeLessThan(0.02);
        expect(boxes).toHaveLength(1);
      },
    );

    test("is closed and not reported where its sides are visible", async () => {
      const { wrong, boxes } = await closeIn({ bands: [{ from: 0.3, to: 0.7, color: "#fcfcfc" }] });
      expect(wrong).toBeLessThan(0.01);
      expect(boxes).toEqual([]);
    });

    test("is reported with its box, and left open, where nothing shows whether it is one", async () => {
      const { wrong, boxes } = await closeIn({ bands: middle(0.4, false) });
      expect(wrong).toBeGreaterThan(0.35);
      expect(boxes).toHaveLength(1);
      const { left = 0, top = 0, width = 0, height = 0 } = boxes[0] ?? {};
      // The product is 300 wide, and its band takes up the rows 338 to 562.
      for (const [value, wanted] of [
        [left, 300],
        [top, 338],
        [left + width, 600],
        [top + height, 562],
      ] as const)
        expect(Math.abs(value - wanted)).toBeLessThanOrEqual(5);
    });

    test("is closed twice on a product with two", async () => {
      const bands = [
        { from: 0.15, to: 0.35, isPrinted: true },
        { from: 0.6, to: 0.85, isPrinted: true },
      ];
      const { wrong, boxes } = await closeIn({ height: 700, bands });
      expect(wrong).toBeLessThan(0.02);
      expect(boxes).toHaveLength(2);
    });

    test.each(someOf(trials, Object.entries(sets), 2))("is not seen in %s", async (_, content) => {
      const picture = await drawOnGround(content);
      const mask = maskByColor(picture);
      const before = bytesOf(mask);
      expect(closeBands({ mask, rgb: picture.rgb, box: whole })).toEqual([]);
      expect(bytesOf(mask) === before).toBe(true);
    });

    test("is not closed on a ground of many colors", async () => {
      const stripes = Array.from(
        { length: 45 },
        (_, at) => `<path d="M${at * 20} 0 v900" stroke="#ccc" stroke-width="9"/>`,
      );
      const word = `<path d="M400 420 h100 v60 h-100 z" fill="#111"/>`;
      const boxes = `<path d="M300 150 h300 v200 h-300 z M300 550 h300 v200 h-300 z" fill="#5d4037"/>`;
      const picture = await drawOnGround(stripes.join("") + boxes + word);
      const mask = maskByColor({ ...picture, rgb: (await drawOnGround(boxes)).rgb });
      const before = bytesOf(mask);
      expect(closeBands({ mask, rgb: picture.rgb, box: whole })).toEqual([]);
      expect(bytesOf(mask) === before).toBe(true);
    });
  });
}

/** Tests of bands in pictures that the network cuts out. */
export function describeBandsInCutOuts(): void {
  describeBandInCutOut([previewSide, 2048]);

  describe("a cut-out", { timeout: 600_000 }, () => {
    // The network loses the lower part of the tapered cup.
    const seen = printed.filter(([, { shape }]) => shape !== "cup");
    test.each(seen)("has the band %s", async (_, options) => {
      const picture = await drawBanded(options);
      const { iou } = compareCutOuts(await cutOut(picture.png), picture, 8);
      expect(iou).toBeGreaterThan(0.98);
    });

    test.each(Object.entries(sets))("has no band in %s", async (_, content) => {
      const picture = await drawOnGround(content);
      const { rgba, unsureParts } = await cutOut(picture.png);
      expect(unsureParts).toEqual([]);
      const isProduct = maskByColor(picture).alpha;
      const closed = isProduct.reduce(
        (count, value, at) => count + (value === 0 && (rgba[at * 4 + 3] ?? 0) > 128 ? 1 : 0),
        0,
      );
      expect(closed).toBeLessThan(1500);
    });
  });
}

/** Tests that a band is closed and reported in cut-outs of these sizes. */
export function describeBandInCutOut(sides: readonly number[]): void {
  describe("a cut-out", { timeout: 600_000 }, () => {
    test("has the white band of its product, and says so, at the size of a preview too", async () => {
      const picture = await drawBanded({ bands: middle(0.4) });
      for (const maxBoxSide of sides) {
        const cut = await cutOut(picture.png, { maxBoxSide });
        const { rgba, width, height, box, coverage, unsureParts } = cut;
        const longest = Math.min(maxBoxSide, 560);
        expect(Math.abs(Math.max(box.width, box.height) - longest)).toBeLessThanOrEqual(6);
        expect(unsureParts).toHaveLength(1);
        const column = Math.round(width * 0.36);
        const alphas = Array.from({ length: Math.round(height * 0.56) }, (_, row) => {
          const y = Math.round(height * 0.22) + row;
          return rgba[(y * width + column) * 4 + 3] ?? 0;
        });
        // Without seams along the band either.
        expect(Math.min(...alphas)).toBe(255);
        expect(coverage).toBeCloseTo((300 * 560) / 900 ** 2, 2);
      }
    });
  });
}

/** Closes the bands in a picture, and returns the wrong pixels as a share of the product's, and the boxes. */
async function closeIn(options: Banded) {
  const picture = await drawBanded(options);
  const mask = maskByColor(picture);
  const boxes = closeBands({ mask, rgb: picture.rgb, box: whole });
  let [wrong, product] = [0, 0];
  for (let index = 0; index < mask.alpha.length; index += 1) {
    const truth = (picture.rgba[index * 4 + 3] ?? 0) / 255;
    product += truth;
    wrong += Math.abs(truth - (mask.alpha[index] ?? 0));
  }
  return { wrong: wrong / product, boxes };
}

/** Compares faster than the values of a large array one by one. */
function bytesOf({ alpha }: Mask): string {
  return Buffer.from(alpha.buffer).toString("base64");
}
