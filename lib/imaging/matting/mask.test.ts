import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fillDisputedHoles, fillOpaqueInterior } from "./holes.ts";
import { boundingBox, clean, labelComponents, type Mask, normalize, visibleBox } from "./mask.ts";
import { spreadKnown } from "./pull-push.ts";

function draw(width: number, height: number, value: (x: number, y: number) => number): Mask {
  const alpha = Float32Array.from({ length: width * height }, (_, index) =>
    value(index % width, Math.floor(index / width)),
  );
  return { alpha, width, height };
}

const at = ({ alpha, width }: Mask, x: number, y: number) => alpha[y * width + x];
const inDisc = (x: number, y: number, cx: number, cy: number, radius: number) =>
  (x - cx) ** 2 + (y - cy) ** 2 <= radius ** 2;

describe("normalize", () => {
  test("stretches a mask to 0..1", () => {
    const mask = draw(10, 10, (x) => 0.1 + x * 0.08);
    normalize(mask);
    expect(Math.min(...mask.alpha)).toBe(0);
    expect(Math.max(...mask.alpha)).toBeCloseTo(1);
  });

  test("makes nothing of faint noise", () => {
    const mask = draw(10, 10, (x, y) => ((x * 7 + y * 3) % 10) / 50);
    normalize(mask);
    expect(Math.max(...mask.alpha)).toBe(0);
  });
});

/** Masks of few pixels with much in them, so that every way of touching occurs. */
const smallMasks = fc
  .record({ width: fc.integer({ min: 1, max: 9 }), height: fc.integer({ min: 1, max: 9 }) })
  .chain(({ width, height }) =>
    fc
      .array(fc.constantFrom(0, 0.2, 0.6, 1), { minLength: width * height, maxLength: width * height })
      .map((values): Mask => ({ alpha: Float32Array.from(values), width, height })),
  );

describe("labelComponents", () => {
  test("gives pixels one number just where a way of neighbors joins them", () => {
    fc.assert(
      fc.property(smallMasks, fc.constantFrom(0.1, 0.5), (mask, from) => {
        const { labels, areas, atBorder } = labelComponents(mask, { from });
        const filled = floodFill(mask, (value) => value >= from);
        expect([...labels]).toEqual(filled);
        for (const [name, area] of areas.entries()) {
          if (name > 0) expect(filled.filter((label) => label === name)).toHaveLength(area);
        }
        const isAtBorder = (index: number) => {
          const [x, y] = [index % mask.width, Math.floor(index / mask.width)];
          return x === 0 || y === 0 || x === mask.width - 1 || y === mask.height - 1;
        };
        const touching = new Set(filled.filter((_, index) => isAtBorder(index)));
        for (const [name, touches] of atBorder.entries())
          if (name > 0) expect(touches).toBe(touching.has(name));
      }),
      { numRuns: 500 },
    );
  });
});

/** The same, one pixel after the other. */
function floodFill({ alpha, width, height }: Mask, belongs: (value: number) => boolean): number[] {
  const labels = new Array<number>(alpha.length).fill(0);
  let last = 0;
  for (let start = 0; start < alpha.length; start += 1) {
    const open = labels[start] === 0 && belongs(alpha[start] ?? 0) ? [start] : [];
    if (open.length > 0) last += 1;
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      if (labels[index] !== 0 || !belongs(alpha[index] ?? 0)) continue;
      labels[index] = last;
      const [x, y] = [index % width, Math.floor(index / width)];
      if (x > 0) open.push(index - 1);
      if (x < width - 1) open.push(index + 1);
      if (y > 0) open.push(index - width);
      if (y < height - 1) open.push(index + width);
    }
  }
  return labels;
}

describe("visibleBox", () => {
  test("is the box around the pixels that can be seen", () => {
    fc.assert(
      fc.property(smallMasks, (mask) => {
        const rgba = new Uint8Array(mask.alpha.length * 4);
        for (const [index, value] of mask.alpha.entries()) rgba[index * 4 + 3] = Math.round(value * 255);
        const expected = boundingBox(mask.width, mask.height, (index) => (mask.alpha[index] ?? 0) >= 0.5);
        expect(visibleBox(rgba, mask, { leastAlpha: 128 })).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });
});

describe("clean", () => {
  test("drops specks, keeps the product and a real hole in it, and closes pinholes", () => {
    const mask = draw(200, 200, (x, y) => {
      if (inDisc(x, y, 180, 20, 1)) return 1;
      if (inDisc(x, y, 90, 90, 12) || inDisc(x, y, 120, 120, 1)) return 0;
      return inDisc(x, y, 100, 100, 60) ? 1 : 0;
    });
    clean(mask);
    expect(at(mask, 180, 20)).toBe(0);
    expect(at(mask, 100, 60)).toBe(1);
    expect(at(mask, 90, 90)).toBe(0);
    expect(at(mask, 120, 120)).toBe(1);
    expect(boundingBox(200, 200, (index) => (mask.alpha[index] ?? 0) >= 0.5)).toEqual({
      left: 40,
      top: 40,
      width: 121,
      height: 121,
    });
  });

  test("keeps several products of like size", () => {
    const mask = draw(200, 100, (x, y) => (inDisc(x, y, 50, 50, 30) || inDisc(x, y, 150, 50, 20) ? 1 : 0));
    clean(mask);
    expect(at(mask, 50, 50)).toBe(1);
    expect(at(mask, 150, 50)).toBe(1);
  });
});

describe("fillOpaqueInterior", () => {
  test("makes the doubtful inside opaque and leaves soft edges and clear holes alone", () => {
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

  test("leaves lace as it is: alpha that goes up and down within a few pixels is no doubt", () => {
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
  test("keeps known values and fills the others with values between them", () => {
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

  test("closes a large hole that the coarse pass saw as product", () => {
    const mask = ring(200, 0.15, 100);
    fillDisputedHoles({ mask, coarse: ring(60, 0, 30), box, size });
    expect(mask.alpha[middle]).toBe(1);
    expect(mask.alpha[0]).toBe(0);
  });

  test("leaves a hole open that both passes saw", () => {
    const mask = ring(200, 0.15, 100);
    fillDisputedHoles({ mask, coarse: ring(60, 0.15, 30), box, size });
    expect(mask.alpha[middle]).toBe(0);
  });

  test("leaves small holes to the fine pass", () => {
    const mask = ring(200, 0.02, 100);
    fillDisputedHoles({ mask, coarse: ring(60, 0, 30), box, size });
    expect(mask.alpha[middle]).toBe(0);
  });
});
