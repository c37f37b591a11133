import { readFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import type { Mask } from "#lib/imaging/pixels/mask.ts";
import { readTruth } from "#lib/testing/imaging/edge-quality.ts";
import { deepTest } from "#lib/testing/trials.ts";
import { cutOut } from "./cut-out.ts";
import { fillForeignHoles } from "./foreign-holes.ts";

const side = 200;
const size = { width: side, height: side };
const box = { left: 0, top: 0, ...size };
const middle = 100 * side + 100;
type Color = readonly [number, number, number];
const ground: Color = [190, 150, 110];

/** A ring of product with a hole of alpha `seen`, and its picture: black on the ground, the hole in `color`. */
function drawRing(seen: number, color: Color): { mask: Mask; box: typeof box; rgb: Uint8Array } {
  const alpha = new Float32Array(side * side);
  const rgb = new Uint8Array(side * side * 3);
  for (let index = 0; index < alpha.length; index += 1) {
    const distance = Math.hypot((index % side) - 100, Math.floor(index / side) - 100);
    alpha[index] = distance < 30 ? seen : distance < 60 ? 1 : 0;
    rgb.set(distance < 30 ? color : distance < 60 ? [20, 20, 20] : ground, index * 3);
  }
  return { mask: { alpha, ...size }, box, rgb };
}

describe("fillForeignHoles", () => {
  const grey: Color = [150, 150, 145];
  const doubting = { mask: drawRing(0.3, grey).mask, box };
  const sure = { mask: drawRing(0, grey).mask, box };

  test("closes a hole of another color than the ground, if a pass has doubts about it", () => {
    const ring = drawRing(0, grey);
    fillForeignHoles(ring, [doubting]);
    expect(ring.mask.alpha[middle]).toBe(1);
    expect(ring.mask.alpha[0]).toBe(0);
  });

  test("makes the ramp around a closed hole opaque as well, and leaves the outer edge soft", () => {
    const ring = drawRing(0, grey);
    for (let index = 0; index < ring.mask.alpha.length; index += 1) {
      const distance = Math.hypot((index % side) - 100, Math.floor(index / side) - 100);
      if (distance >= 30 && distance < 34) ring.mask.alpha[index] = 0.6 + (distance - 30) / 10;
      if (distance >= 56 && distance < 60) ring.mask.alpha[index] = 0.7;
    }
    fillForeignHoles(ring, [doubting]);
    expect(ring.mask.alpha[middle + 32]).toBe(1);
    expect(ring.mask.alpha[middle + 58]).toBeCloseTo(0.7);
  });

  test("leaves a hole open that all passes see clearly: something behind the product may show", () => {
    const ring = drawRing(0, grey);
    fillForeignHoles(ring, [sure]);
    expect(ring.mask.alpha[middle]).toBe(0);
  });

  test("closes a hole of nearly the ground's color only if a pass is sure that it is product", () => {
    const nearly: Color = [187, 153, 114];
    for (const [seen, expected] of [
      [0.3, 0],
      [0.95, 1],
    ] as const) {
      const ring = drawRing(0, nearly);
      fillForeignHoles(ring, [{ mask: drawRing(seen, nearly).mask, box }]);
      expect(ring.mask.alpha[middle], String(seen)).toBe(expected);
    }
  });

  test("leaves a hole open that shows the ground, also in the product's shadow", () => {
    for (const light of [1, 0.6, 0.35]) {
      const ring = drawRing(0, [ground[0] * light, ground[1] * light, ground[2] * light]);
      fillForeignHoles(ring, [doubting]);
      expect(ring.mask.alpha[middle], String(light)).toBe(0);
    }
  });
});

describe("cutOut", { timeout: 120_000 }, () => {
  const guards = "assets/tests/guards";

  /** Mean alpha, 0..1, over a part (shares of the picture) where the true alpha is 1. */
  async function meanInside(name: string, mirrored: boolean, [left, top, right, bottom]: readonly number[]) {
    const file = path.join(guards, name);
    const turned = (from: string) => (mirrored ? sharp(from).flop() : sharp(from));
    const jpeg = mirrored
      ? await turned(`${file}.jpg`).jpeg({ quality: 90 }).toBuffer()
      : await readFile(`${file}.jpg`);
    const truth = await readTruth(jpeg, await turned(`${file}.alpha.png`).png().toBuffer());
    const { rgba, width, height } = await cutOut(jpeg);
    const across = mirrored ? [1 - (right ?? 1), 1 - (left ?? 0)] : [left, right];
    let [sum, count] = [0, 0];
    for (let y = Math.round((top ?? 0) * height); y < (bottom ?? 1) * height; y += 1) {
      for (let x = Math.round((across[0] ?? 0) * width); x < (across[1] ?? 1) * width; x += 1) {
        const at = (y * width + x) * 4 + 3;
        if (truth.rgba[at] !== 255) continue;
        sum += (rgba[at] ?? 0) / 255;
        count += 1;
      }
    }
    return sum / count;
  }

  const kept: [part: string, name: string, mirrored: boolean, area: number[], least: number][] = [
    ["the far wheel and its hub", "toy-car", false, [0.335, 0.53, 0.447, 0.59], 0.98],
    ["the far wheel and its hub", "toy-car", true, [0.335, 0.53, 0.447, 0.59], 0.98],
    ["the glass of a mirror", "mirror", false, [0.15, 0.1, 0.85, 0.62], 0.99],
    ["the glass of a mirror", "mirror", true, [0.15, 0.1, 0.85, 0.62], 0.99],
  ];
  deepTest.each(kept)("keeps %s of %s whole (mirrored: %s)", async (_, name, mirrored, area, least) => {
    expect(await meanInside(name, mirrored, area)).toBeGreaterThan(least);
  });
});
