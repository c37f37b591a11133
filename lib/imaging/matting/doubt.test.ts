import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Mask } from "#lib/imaging/pixels/mask.ts";
import { alphaAt, drawMask, inDisc, smallMasks } from "#lib/testing/imaging/masks.ts";
import { runsOf } from "#lib/testing/trials.ts";
import { resolveDoubt } from "./doubt.ts";

const side = 256;
const size = { width: 2 * side, height: 2 * side };
/** The lower right quarter of a picture. */
const box = { left: side, top: side, width: side, height: side };

/** Enlarges each pixel to a square of 2 ** `shift` pixels. */
function enlarged(mask: Mask, shift: number): Mask {
  const value = (x: number, y: number) => alphaAt(mask, x >> shift, y >> shift) ?? 0;
  return drawMask(mask.width << shift, mask.height << shift, value);
}

describe("resolveDoubt", () => {
  test("replaces a wide uncertain area with the mean of the fine mask and the coarse mask at the same place", () => {
    const value = fc.double({ min: 0.2, max: 0.8, noNaN: true });
    const other = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(value, other, (near, far) => {
        const mask = drawMask(side, side, (x, y) => (inDisc(x, y, 128, 128, 70) ? near : 0));
        const coarse = drawMask(side, side, (x, y) => (inDisc(x, y, 192, 192, 50) ? far : 0));
        resolveDoubt({ mask, coarse, box, size });
        expect(alphaAt(mask, 128, 128)).toBeCloseTo((near + far) / 2, 4);
        expect(alphaAt(mask, 10, 10)).toBe(0);
      }),
      { numRuns: runsOf(50, 10) },
    );
  });

  test("leaves edges and fine structures of the fine mask unchanged", () => {
    const disc = drawMask(side, side, (x, y) =>
      Math.min(1, Math.max(0, 0.5 + (80 - Math.hypot(x - 128, y - 128)) / 6)),
    );
    const mesh = drawMask(side, side, (x, y) => (x % 8 < 3 || y % 8 < 3 ? 0.9 : 0.2));
    for (const mask of [disc, mesh]) {
      const before = Float32Array.from(mask.alpha);
      resolveDoubt({ mask, coarse: drawMask(side, side, () => 1), box, size });
      expect(mask.alpha).toEqual(before);
    }
  });

  test("never sets an alpha outside the range of the two masks", () => {
    fc.assert(
      fc.property(smallMasks, smallMasks, (small, smaller) => {
        const coarse = enlarged(smaller, 1);
        const mask = enlarged(small, 4);
        const before = Float32Array.from(mask.alpha);
        resolveDoubt({ mask, coarse, box: { left: 0, top: 0, ...size }, size });
        const [least, most] = [Math.min(...coarse.alpha), Math.max(...coarse.alpha)];
        const outside = mask.alpha.map((value, index) => {
          const own = before[index] ?? 0;
          return Math.max(Math.min(own, least) - value, value - Math.max(own, most));
        });
        expect(Math.max(...outside)).toBeLessThan(1e-6);
      }),
    );
  });
});
