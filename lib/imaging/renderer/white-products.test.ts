import { describe, expect, test } from "vitest";
import { type Style, styleNames } from "#lib/contract/photos/styles.ts";
import { makePixels } from "#lib/imaging/painted/studio.ts";
import { linearOfByte } from "#lib/imaging/pixels/color.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import { drawChart, drawCutOut, drawMug } from "#lib/testing/imaging/drawn-products.ts";
import { drawVase } from "#lib/testing/imaging/drawn-shapes.ts";
import { someOf, trials } from "#lib/testing/trials.ts";
import { measureBalance } from "./product/balance.ts";

const size = { width: 512, height: 512 };

async function photoOf(product: ProductCutOut, style: Style) {
  const request = { style, prompt: null, aspectRatio: "1:1", resolution: "1K", ...size } as const;
  const { rgb, boundingBox } = await makePixels(product, request, { design: size, cells: 64 });
  if (!boundingBox) throw new Error("the product is not seen");
  return { rgb, box: boundingBox };
}

/** Mean step between codes in the middle half of a row: the visible detail of the flutes. */
function drawing(row: readonly number[]): number {
  const middle = row.slice(Math.floor(row.length / 4), Math.ceil((row.length * 3) / 4));
  let sum = 0;
  // Relative to the local mean, so that the slope of the light has no effect.
  for (let i = 8; i < middle.length - 8; i++) {
    const around = middle.slice(i - 8, i + 9).reduce((total, code) => total + code, 0) / 17;
    sum += Math.abs((middle[i] as number) - around);
  }
  return sum / (middle.length - 16);
}

describe("a white vase", () => {
  test.each(someOf(trials, styleNames, 2))(
    "is not overexposed, and retains the detail of its flutes, in style %s",
    async (style) => {
      for (const brightest of someOf(trials, [1, 0.97, 0.8])) {
        const vase = drawVase(brightest);
        const { rgb, box } = await photoOf(vase, style);
        const y = box.top + Math.round(box.height * 0.4);
        const [row, source]: [number[], number[]] = [[], []];
        const top = vase.box.top + Math.round(vase.box.height * 0.4);
        for (let i = 4; i < box.width - 4; i++) {
          const x = vase.box.left + Math.floor((i / box.width) * vase.box.width);
          const at = (top * vase.width + x) * 4;
          if (vase.rgba[at - 21] !== 255 || vase.rgba[at + 27] !== 255) continue;
          row.push(rgb[(y * size.width + box.left + i) * 3 + 1] as number);
          source.push(vase.rgba[at + 1] as number);
        }
        const burnt = row.filter((code) => code >= 254).length / row.length;
        expect(burnt, `white at ${brightest}`).toBeLessThan(0.01);
        expect(drawing(row) / drawing(source), `drawing at ${brightest}`).toBeGreaterThan(0.75);
      }
    },
  );

  test("is brightened less when the scene adds light, while a few highlights do not change a dark product", () => {
    const vase = drawVase();
    expect(measureBalance(vase, 1.1)[0]).toBeLessThan(measureBalance(vase, 1)[0]);
    const gleaming = drawCutOut(200, 200, (x, y) =>
      x < 50 && y < 50 ? [255, 255, 255, 255] : [y < 12 ? 170 : 90, 90, 90, 255],
    );
    const dull = drawCutOut(200, 200, (_, y) => [y < 12 ? 170 : 90, 90, 90, 255]);
    const few = { ...gleaming, rgba: gleaming.rgba.slice() };
    // A gleam of one pixel in a hundred.
    for (let i = 0; i < 40_000; i++) {
      if (i % 100 !== 0) few.rgba.set(dull.rgba.subarray(i * 4, i * 4 + 4), i * 4);
    }
    expect(measureBalance(few, 1.1)[0]).toBeCloseTo(measureBalance(dull, 1.1)[0], 1);
  });
});

describe("the edge of a product on white", () => {
  /** A white board of exactly this code. */
  const board = (code: number) =>
    drawCutOut(300, 300, (x, y) => (x > 40 && x < 260 && y > 40 && y < 260 ? [code, code, code, 255] : null));

  test("has 8 to 12 % less light than the face of a white product", async () => {
    const { rgb, box } = await photoOf(board(253), "amazon");
    const y = box.top + (box.height >> 1);
    const code = (x: number) => rgb[(y * size.width + x) * 3] as number;
    const face = code(box.left + (box.width >> 1));
    const edge = Math.min(...Array.from({ length: 12 }, (_, i) => code(box.left - 2 + i)));
    const share = (linearOfByte[edge] as number) / (linearOfByte[face] as number);
    expect(1 - share).toBeGreaterThan(0.08);
    expect(1 - share).toBeLessThan(0.12);
    expect(code(4)).toBe(255);
  });

  test("is not darkened on a product that is not white", async () => {
    for (const product of someOf(trials, [board(225), drawMug(), drawChart()])) {
      const { rgb, box } = await photoOf(product, "amazon");
      const y = box.top + Math.round(box.height * 0.55);
      const codes = Array.from(
        { length: 14 },
        (_, i) => rgb[(y * size.width + box.left + 3 + i) * 3] as number,
      );
      expect(Math.max(...codes) - Math.min(...codes)).toBeLessThanOrEqual(3);
    }
  });
});
