import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { asWords } from "#lib/imaging/pixels/resampling.ts";
import { seededRandom } from "#lib/testing/random.ts";
import { enlargePart } from "./bounded-bicubic.ts";

const seed = Math.floor(Math.random() * 2 ** 31);
/** A slope with steps of 500 across and 100 down. */
const [width, height] = [64, 48];
const slope = Uint16Array.from(
  { length: width * height },
  (_, i) => 2000 + (i % width) * 500 + Math.floor(i / width) * 100,
);
const source = { data: slope, channels: 1, width, height } as const;
const valueAt = (x: number, y: number, scale: number) =>
  2000 + ((x + 0.5) / scale - 0.5) * 500 + ((y + 0.5) / scale - 0.5) * 100;

describe("an enlargement", () => {
  test.each([2, 3, 4, 1.25])(
    "by a factor of %f preserves positions to within a fiftieth of a source pixel",
    async (scale) => {
      const size = { width: width * scale, height: height * scale };
      const large = await enlargePart(source, size, { left: 0, top: 0, ...size });
      expect(large).toHaveLength(size.width * size.height);
      for (const [u, v] of [
        [0.2, 0.3],
        [0.5, 0.5],
        [0.85, 0.7],
      ] as const) {
        const [x, y] = [Math.floor(size.width * u), Math.floor(size.height * v)];
        expect(Math.abs((large[y * size.width + x] ?? 0) - valueAt(x, y, scale))).toBeLessThan(10);
      }
    },
  );

  test("of a part matches that part of the whole enlargement", async () => {
    const size = { width: 173, height: 130 };
    const whole = await enlargePart(source, size, { left: 0, top: 0, ...size });
    for (const part of [
      { left: 0, top: 0, width: 40, height: 30 },
      { left: 61, top: 47, width: 50, height: 33 },
      { left: 120, top: 90, width: 53, height: 40 },
    ]) {
      const made = await enlargePart(source, size, part);
      let most = 0;
      for (let y = 0; y < part.height; y++) {
        for (let x = 0; x < part.width; x++) {
          const expected = whole[(y + part.top) * size.width + x + part.left] ?? 0;
          most = Math.max(most, Math.abs((made[y * part.width + x] ?? 0) - expected));
        }
      }
      expect(most).toBeLessThan(60);
    }
  });

  test("draws no halo: values next to a step stay between its dark and its bright side", async () => {
    const step = Uint16Array.from({ length: width * height }, (_, i) => (i % width < 32 ? 10_000 : 50_000));
    const size = { width: width * 3, height: height * 3 };
    const large = await enlargePart({ ...source, data: step }, size, {
      left: 12,
      top: 12,
      width: 168,
      height: 120,
    });
    expect(Math.min(...large)).toBeGreaterThanOrEqual(9_990);
    expect(Math.max(...large)).toBeLessThanOrEqual(50_010);
  });

  test(`matches the locally bounded bicubic of libvips, to one step of 65,535 (seed ${seed})`, async () => {
    const random = seededRandom(seed);
    const raw = { width: 40, height: 30, channels: 3 } as const;
    const noise = Uint16Array.from({ length: 40 * 30 * 3 }, () => random() * 65_535);
    const size = { width: 120, height: 90 };
    const made = enlargePart({ data: noise, ...raw }, size, { left: 0, top: 0, ...size });
    const bytes = await sharp(noise, { raw })
      .toColourspace("rgb16")
      .affine([3, 0, 0, 3], { interpolator: "lbb", odx: 1, ody: 1 })
      .raw({ depth: "ushort" })
      .toBuffer();
    const expected = asWords(bytes);
    let most = 0;
    // Outside the outermost pixels, libvips blends into black.
    for (let y = 6; y < 84; y++) {
      for (let i = 18; i < 342; i++) {
        most = Math.max(most, Math.abs((made[y * 360 + i] ?? 0) - (expected[y * 360 + i] ?? 0)));
      }
    }
    expect(most).toBeLessThanOrEqual(1);
  });
});
