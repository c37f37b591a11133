import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { maxOutputPixels } from "#lib/contract/images/limits.ts";
import { UnreadableImageError } from "#lib/images/picture.ts";
import type { CutOut } from "../pixels/cut-out.ts";
import { finishCutOut } from "./finish.ts";

/** A red block of 40 × 20 at 10, 30 in a picture of 100 × 80. */
const box = { left: 10, top: 30, width: 40, height: 20 };
function block({ width = 100, height = 80, inner = box } = {}): CutOut {
  const rgba = new Uint8Array(width * height * 4);
  for (let y = inner.top; y < inner.top + inner.height; y += 1) {
    for (let x = inner.left; x < inner.left + inner.width; x += 1)
      rgba.set([220, 10, 10, 255], (y * width + x) * 4);
  }
  return { rgba, width, height, coverage: 0.1, box: inner };
}

async function pixelsOf(bytes: Uint8Array) {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return {
    info,
    at: (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)],
  };
}

describe("a finished cut-out", () => {
  test("is trimmed to the product plus the requested margin, even beyond the picture's edge", async () => {
    const trimmed = await finishCutOut(block(), { trim: true });
    expect(trimmed).toMatchObject({
      width: 40,
      height: 20,
      boundingBox: { left: 0, top: 0, width: 40, height: 20 },
    });
    const roomy = await finishCutOut(block(), { margin: 0.5 });
    expect(roomy).toMatchObject({
      width: 80,
      height: 60,
      boundingBox: { left: 20, top: 20, width: 40, height: 20 },
    });
    const { at } = await pixelsOf(roomy.bytes);
    expect([at(0, 0)[3], at(19, 30)[3], at(20, 20), at(59, 39), at(60, 39)[3]]).toEqual([
      ...[0, 0, [220, 10, 10, 255], [220, 10, 10, 255], 0],
    ]);
    const whole = await finishCutOut(block(), {});
    expect(whole).toMatchObject({ width: 100, height: 80, boundingBox: box, hasAlpha: true });
  });

  test("retains faint edges when it is trimmed", async () => {
    const cut = block();
    cut.rgba[(40 * 100 + 55) * 4 + 3] = 20;
    expect(await finishCutOut(cut, { trim: true })).toMatchObject({ width: 46, height: 20 });
  });

  test("has the requested background color in every format", async () => {
    for (const format of ["png", "webp", "avif", "jpeg"] as const) {
      const made = await finishCutOut(block(), { format, background: { color: "#00ff80" } });
      const { format: found, mediaType } = await sharp(made.bytes).metadata();
      expect(format === "avif" ? mediaType : found).toBe(format === "avif" ? "image/avif" : format);
      const { at } = await pixelsOf(made.bytes);
      const near = (got: number[], wanted: number[]) =>
        wanted.every((value, i) => Math.abs((got[i] ?? 0) - value) < 12);
      expect(near(at(90, 70), [0, 255, 128, 255]), format).toBe(true);
      expect(near(at(30, 40), [220, 10, 10, 255]), format).toBe(true);
      expect(made.hasAlpha).toBe(false);
    }
  });

  test("has a transparent background in every format that supports it", async () => {
    for (const format of ["png", "webp", "avif"] as const) {
      const { at } = await pixelsOf((await finishCutOut(block(), { format })).bytes);
      expect([at(90, 70)[3], at(30, 40)[3]]).toEqual([0, 255]);
    }
  });

  test("shows the center of a background picture, scaled to fill the frame", async () => {
    const [width, height] = [300, 60];
    const stripes = Buffer.alloc(width * height * 3);
    for (let index = 0; index < width * height; index += 1) {
      const isMiddle = Math.abs((index % width) - 150) < 37;
      stripes.fill(isMiddle ? 255 : 0, index * 3, index * 3 + 3);
    }
    const image = await sharp(stripes, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer();
    const made = await finishCutOut(block(), { background: { image } });
    expect((await sharp(made.bytes).metadata()).hasAlpha).toBe(false);
    const { at } = await pixelsOf(made.bytes);
    expect([at(4, 4), at(96, 76), at(30, 40)]).toEqual([
      ...[
        [255, 255, 255, 255],
        [255, 255, 255, 255],
        [220, 10, 10, 255],
      ],
    ]);
  });

  test("fails when the background picture is unreadable, or far too thin for the frame", async () => {
    const image = Buffer.from("not a picture at all, not even nearly");
    await expect(finishCutOut(block(), { background: { image } })).rejects.toThrow(UnreadableImageError);
    const create = { width: 20_000, height: 16, channels: 3, background: "#fff" } as const;
    const thread = await sharp({ create }).png().toBuffer();
    const tall = block({ width: 64, height: 6_000, inner: { left: 2, top: 2, width: 60, height: 5_990 } });
    await expect(finishCutOut(tall, { background: { image: thread } })).rejects.toThrow(UnreadableImageError);
  });

  test("is only its alpha, as 8-bit grey, when the mask is requested", async () => {
    const made = await finishCutOut(block(), { output: "mask", trim: true, margin: 0.25 });
    const { space, depth, channels } = await sharp(made.bytes).metadata();
    expect({ space, depth, channels }).toEqual({ space: "b-w", depth: "uchar", channels: 1 });
    const grey = await sharp(made.bytes).toColourspace("b-w").raw().toBuffer();
    expect([made.width, made.height, grey[0], grey[made.width * 20 + 20]]).toEqual([60, 40, 0, 255]);
  });

  test("stays within the pixel limit of results, even with a large margin", async () => {
    const inner = { left: 1, top: 1, width: 3_598, height: 2_998 };
    const made = await finishCutOut(block({ width: 3_600, height: 3_000, inner }), {
      margin: 0.5,
      format: "png",
    });
    expect(made.width * made.height).toBeLessThanOrEqual(maxOutputPixels);
    expect(made.width / made.height).toBeCloseTo(7_196 / 6_596, 2);
    expect(made.boundingBox.left + made.boundingBox.width).toBeLessThanOrEqual(made.width);
  }, 60_000);
});
