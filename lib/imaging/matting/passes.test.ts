import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import { boundingBox } from "#lib/imaging/pixels/boxes.ts";
import { segment } from "./network/index.ts";
import { finePass, type LocatedMask, type Overview, sharesOf } from "./passes.ts";

vi.mock("./network/index.ts", async (original) => ({
  ...(await original<typeof import("./network/index.ts")>()),
  segment: vi.fn(),
}));

const size = { width: 400, height: 400 };

/** Default of the mocked network: red pixels are product. */
function seeRed(rgb: Uint8Array, { width, height }: Size): Float32Array {
  const alpha = new Float32Array(width * height);
  for (let index = 0; index < alpha.length; index += 1) alpha[index] = (rgb[index * 3] ?? 0) > 127 ? 1 : 0;
  return alpha;
}

function drawProduct(...parts: Box[]): Uint8Array {
  const rgba = new Uint8Array(size.width * size.height * 4).fill(255);
  for (let index = 0; index < size.width * size.height; index += 1) {
    if (!parts.some((part) => isIn(part, index))) rgba[index * 4] = 0;
  }
  return rgba;
}

function isIn({ left, top, width, height }: Box, index: number): boolean {
  const x = index % size.width;
  const y = Math.floor(index / size.width);
  return x >= left && x < left + width && y >= top && y < top + height;
}

/** Result of a coarse pass that saw this part as product. */
function overviewOf(seen: Box): Overview {
  const alpha = Float32Array.from({ length: size.width * size.height }, (_, index) =>
    isIn(seen, index) ? 1 : 0,
  );
  const coverage = (seen.width * seen.height) / alpha.length;
  return { ...sharesOf(seen, size), coverage, mask: { alpha, ...size } };
}

/** Returns the box of the found product in picture pixels, accurate to a few pixels. */
function boxOf({ mask, box }: LocatedMask): number[] {
  const found = boundingBox(mask.width, mask.height, (index) => (mask.alpha[index] ?? 0) >= 0.5);
  if (found === null) return [];
  const across = box.width / mask.width;
  const down = box.height / mask.height;
  const sides = [
    box.left + found.left * across,
    box.top + found.top * down,
    box.left + (found.left + found.width) * across,
    box.top + (found.top + found.height) * down,
  ];
  return sides.map((side) => Math.round(side / 4) * 4);
}

const upper = { left: 160, top: 80, width: 80, height: 80 };
const lower = { left: 160, top: 160, width: 80, height: 160 };

describe("finePass", () => {
  beforeEach(() => {
    vi.mocked(segment).mockReset();
    vi.mocked(segment).mockImplementation(async (rgb, seen) => seeRed(rgb, seen));
  });

  test("runs the network once when the coarse and the fine mask agree", async () => {
    const found = await finePass(drawProduct(upper), size, overviewOf(upper));
    expect(boxOf(found)).toEqual([160, 80, 240, 160]);
    expect(segment).toHaveBeenCalledTimes(1);
  });

  test("extends the part when the product reaches beyond the area that the coarse pass found", async () => {
    const found = await finePass(drawProduct(upper, lower), size, overviewOf(upper));
    expect(boxOf(found)).toEqual([160, 80, 240, 320]);
    expect(found.box.height).toBeLessThan(size.height);
  });

  test("runs another pass, in another shape, for a product that is cut off by the picture's frame", async () => {
    const body = { left: 0, top: 160, width: 200, height: 80 };
    const top = { left: 80, top: 120, width: 40, height: 40 };
    vi.mocked(segment).mockImplementation(async (rgb, seen) => {
      const alpha = seeRed(rgb, seen);
      // A pass that is not square misses the part on top of the product, as the coarse one did.
      if (seen.width !== seen.height) alpha.fill(0, 0, Math.floor(alpha.length / 6));
      return alpha;
    });
    const found = await finePass(drawProduct(body, top), size, overviewOf(body));
    expect(boxOf(found)[1]).toBe(120);
  });

  test("falls back to the whole picture when the close pass loses the product", async () => {
    const isWhole = (mask: Size) => mask.width === mask.height;
    vi.mocked(segment).mockImplementation(async (rgb, seen) =>
      isWhole(seen) && countRed(rgb) < 0.2 * seen.width * seen.height
        ? seeRed(rgb, seen)
        : new Float32Array(seen.width * seen.height),
    );
    const found = await finePass(drawProduct(upper, lower), size, overviewOf({ ...upper, height: 240 }));
    expect(found.box).toEqual({ left: 0, top: 0, ...size });
    expect(boxOf(found)).toEqual([160, 80, 240, 320]);
  });
});

function countRed(rgb: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < rgb.length; at += 3) if ((rgb[at] ?? 0) > 127) count += 1;
  return count;
}
