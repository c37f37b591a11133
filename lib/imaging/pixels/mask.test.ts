import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fillDisputedHoles } from "#lib/imaging/matting/disputed-holes.ts";
import { fillOpaqueInterior } from "#lib/imaging/matting/holes.ts";
import { alphaAt as at, drawMask as draw, inDisc, smallMasks } from "#lib/testing/imaging/masks.ts";
import { visibleBox } from "./boxes.ts";
import { type Mask, normalize } from "./mask.ts";
import { spreadKnown } from "./pull-push.ts";

describe("normalize", () => {
  test("stretches a mask to 0..1", () => {
    const mask = draw(10, 10, (x) => 0.1 + x * 0.08);
    normalize(mask);
    expect(Math.min(...mask.alpha)).toBe(0);
    expect(Math.max(...mask.alpha)).toBeCloseTo(1);
  });

  test("removes faint noise", () => {
    const mask = draw(10, 10, (x, y) => ((x * 7 + y * 3) % 10) / 50);
    normalize(mask);
    expect(Math.max(...mask.alpha)).toBe(0);
  });
});

describe("visibleBox", () => {
  test("is the bounding box of the pixels that reach the alpha threshold", () => {
    fc.assert(
      fc.property(smallMasks, (mask) => {
        const rgba = new Uint8Array(mask.alpha.length * 4);
        for (const [index, value] of mask.alpha.entries()) rgba[index * 4 + 3] = Math.round(value * 255);
        const seen = [...mask.alpha.keys()].filter((index) => (mask.alpha[index] ?? 0) >= 0.5);
        const columns = seen.map((index) => index % mask.width);
        const rows = seen.map((index) => Math.floor(index / mask.width));
        const [left, top] = [Math.min(...columns), Math.min(...rows)];
        const expected = {
          left,
          top,
          width: Math.max(...columns) + 1 - left,
          height: Math.max(...rows) + 1 - top,
        };
        expect(visibleBox(rgba, mask, { leastAlpha: 128 })).toEqual(seen.length > 0 ? expected : null);
      }),
      { numRuns: 500 },
    );
  });
});

describe("fillOpaqueInterior", () => {
  test("makes the uncertain interior opaque, and leaves soft edges and clear holes unchanged", () => {
    const mask = draw(200, 200, (x, y) => {
      if (inDisc(x, y, 70, 70, 10)) return 0;
      if (inDisc(x, y, 130, 130, 10)) return 0.3;
      if (inDisc(x, y, 100, 100, 57)) return 0.8;
      return inDisc(x, y, 100, 100, 60) ? 0.55 : 0;
    });
    fillOpaqueInterior(mask);
    expect(at(mask, 100, 100)).toBe(1);
    expect(at(mask, 130, 130)).toBe(1);
    expect(at(mask, 70, 70)).toBe(0);
    expect(at(mask, 100, 41)).toBeCloseTo(0.55);
  });

  test("leaves lace unchanged: alpha that alternates within a few pixels is not uncertain", () => {
    const lace = (x: number, y: number) => (x % 4 < 2 === y % 4 < 2 ? 0.9 : 0.3);
    const mask = draw(200, 200, (x, y) => (inDisc(x, y, 100, 100, 60) ? lace(x, y) : 0));
    fillOpaqueInterior(mask);
    for (const [x, y] of [
      [100, 100],
      [80, 110],
      [121, 90],
      [102, 100],
    ] as const) {
      expect(at(mask, x, y)).toBeCloseTo(lace(x, y));
    }
  });

  test("never lowers an alpha", () => {
    fc.assert(
      fc.property(
        fc.array(fc.float({ min: 0, max: 1, noNaN: true }), { minLength: 144, maxLength: 144 }),
        (values) => {
          const mask: Mask = { alpha: Float32Array.from(values), width: 12, height: 12 };
          fillOpaqueInterior(mask);
          for (const [index, value] of values.entries()) {
            expect(mask.alpha[index]).toBeGreaterThanOrEqual(Math.fround(value));
          }
        },
      ),
    );
  });
});

describe("spreadKnown", () => {
  test("leaves known values unchanged, and fills the others with values between them", () => {
    const size = fc.integer({ min: 1, max: 23 });
    fc.assert(
      fc.property(size, size, fc.integer(), (width, height, seed) => {
        const count = width * height;
        const random = (index: number) => Math.abs(Math.sin(seed + index * 12.9898) * 43758.5453) % 1;
        const known = Float32Array.from({ length: count }, (_, index) => (random(index) < 0.3 ? 1 : 0));
        known[0] = 1;
        const before = Float32Array.from({ length: count }, (_, index) => 10 + 5 * random(index + count));
        const values = Float32Array.from(before);
        spreadKnown({ values, weights: known, width, height, channels: 1 });
        for (let index = 0; index < count; index += 1) {
          if (known[index] === 1) expect(values[index]).toBe(before[index]);
          expect(values[index]).toBeGreaterThan(9.99);
          expect(values[index]).toBeLessThan(15.01);
        }
      }),
    );
  });
});

function ring(side: number, hole: number, offset: number): Mask {
  const alpha = Float32Array.from({ length: side * side }, (_, index) => {
    const distance = Math.hypot((index % side) - offset, Math.floor(index / side) - offset) / side;
    return distance < 0.4 && distance >= hole ? 1 : 0;
  });
  return { alpha, width: side, height: side };
}

describe("fillDisputedHoles", () => {
  const size = { width: 1000, height: 1000 };
  const box = { left: 0, top: 0, ...size };
  const middle = 100 * 200 + 100;

  test("fills a large hole that the coarse pass found to be product", () => {
    const mask = ring(200, 0.15, 100);
    fillDisputedHoles({ mask, coarse: ring(60, 0, 30), box, size });
    expect(mask.alpha[middle]).toBe(1);
    expect(mask.alpha[0]).toBe(0);
  });

  test("leaves a hole open that both passes found", () => {
    const mask = ring(200, 0.15, 100);
    fillDisputedHoles({ mask, coarse: ring(60, 0.15, 30), box, size });
    expect(mask.alpha[middle]).toBe(0);
  });

  test("leaves a small hole open even if only the fine pass found it", () => {
    const mask = ring(200, 0.02, 100);
    fillDisputedHoles({ mask, coarse: ring(60, 0, 30), box, size });
    expect(mask.alpha[middle]).toBe(0);
  });
});
