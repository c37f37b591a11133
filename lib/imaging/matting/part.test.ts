import { describe, expect, test } from "vitest";
import type { Box } from "#lib/contract/photos/sizes.ts";
import { drawMask } from "#lib/testing/imaging/masks.ts";
import { boxWithMargin, grown, runsOut, touchesSide } from "./part.ts";

const size = { width: 1000, height: 800 };

/** A mask of 20 × 20 with the product in the given box. */
const draw = ({ left, top, width, height }: Box) =>
  drawMask(20, 20, (x, y) => (x >= left && x < left + width && y >= top && y < top + height ? 1 : 0));

const inside = draw({ left: 5, top: 5, width: 10, height: 10 });
const atBottom = draw({ left: 5, top: 5, width: 10, height: 15 });

describe("boxWithMargin", () => {
  test("adds a margin of a tenth of the product's longer side", () => {
    const box = boxWithMargin({ left: 0.4, top: 0.25, right: 0.6, bottom: 0.5 }, size);
    expect(box).toEqual({ left: 380, top: 180, width: 240, height: 240 });
  });

  test("is the whole picture when the product fills most of it", () => {
    expect(boxWithMargin({ left: 0, top: 0, right: 0.9, bottom: 0.9 }, size)).toEqual({
      left: 0,
      top: 0,
      ...size,
    });
  });
});

describe("grown", () => {
  const box = { left: 400, top: 200, width: 200, height: 300 };

  test("leaves a part unchanged when it contains the whole product", () => {
    expect(grown({ mask: inside, box }, size)).toBe(box);
  });

  test("enlarges a part only at the sides where the product reaches its edge", () => {
    expect(grown({ mask: atBottom, box }, size)).toEqual({ left: 400, top: 200, width: 200, height: 450 });
    const atCorner = draw({ left: 0, top: 0, width: 8, height: 8 });
    expect(grown({ mask: atCorner, box }, size)).toEqual({ left: 300, top: 50, width: 300, height: 450 });
  });

  test("does not extend a part beyond the picture", () => {
    const low = { left: 400, top: 450, width: 200, height: 300 };
    expect(grown({ mask: atBottom, box: low }, size)).toEqual({
      left: 400,
      top: 450,
      width: 200,
      height: 350,
    });
    const lowest = { left: 400, top: 500, width: 200, height: 300 };
    expect(runsOut({ mask: atBottom, box: lowest }, size)).toBe(false);
    expect(grown({ mask: atBottom, box: lowest }, size)).toBe(lowest);
  });
});

describe("touchesSide", () => {
  test("needs more than one product pixel at a side of the mask", () => {
    expect(touchesSide(inside)).toBe(false);
    expect(touchesSide(atBottom)).toBe(true);
    expect(touchesSide(draw({ left: 19, top: 3, width: 1, height: 1 }))).toBe(false);
    expect(touchesSide(draw({ left: 19, top: 3, width: 1, height: 2 }))).toBe(true);
  });
});
