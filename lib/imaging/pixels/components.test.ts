import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { alphaAt as at, drawMask as draw, inDisc, smallMasks } from "#lib/testing/imaging/masks.ts";
import { boundingBox } from "./boxes.ts";
import { clean, findComponents, forEachRun } from "./components.ts";
import type { Mask } from "./mask.ts";

describe("findComponents", () => {
  test("labels pixels, areas and border contact exactly as a flood fill does", () => {
    fc.assert(
      fc.property(smallMasks, fc.constantFrom(0.1, 0.5), (mask, from) => {
        const components = findComponents(mask, { from });
        const { areas, atBorder } = components;
        const labels = new Array<number>(mask.alpha.length).fill(0);
        forEachRun(components, (name, start, end) => labels.fill(name, start, end));
        const filled = floodFill(mask, (value) => value >= from);
        expect(labels).toEqual(filled);
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

/** Reference implementation: flood fill, pixel by pixel. */
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

describe("clean", () => {
  test("removes specks and pinholes, and preserves the product and a real hole in it", () => {
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

  test("preserves several products of similar size", () => {
    const mask = draw(200, 100, (x, y) => (inDisc(x, y, 50, 50, 30) || inDisc(x, y, 150, 50, 20) ? 1 : 0));
    clean(mask);
    expect(at(mask, 50, 50)).toBe(1);
    expect(at(mask, 150, 50)).toBe(1);
  });
});
