import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { readPicture } from "#lib/imaging/worker/decoder.ts";
import { quarters } from "#lib/testing/images/embedded-host.ts";
import { type Output, type Resize, render } from "./render.ts";

const png: Output = { format: "png", quality: 82 };

async function encoded(input: Buffer, resize: Resize | null, output: Output) {
  // Copied, because stripping modifies the buffer, which the tests reuse.
  return (await render(await readPicture(Buffer.from(input)), resize, output)).data;
}

async function renderPixels(input: Buffer, resize: Resize | null, output: Output = png) {
  const bytes = await encoded(input, resize, output);
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4),
  ];
  return { width: info.width, height: info.height, at, bytes };
}

describe("sizes", () => {
  test.each<[Resize | null, number, number]>([
    [null, 400, 200],
    [{ widthPx: 100 }, 100, 50],
    [{ widthPx: 100, heightPx: 20 }, 40, 20],
    [{ widthPx: 20, heightPx: 100 }, 20, 10],
    [{ widthPx: 400, heightPx: 200 }, 400, 200],
    [{ widthPx: 800 }, 400, 200],
    [{ widthPx: 800, mayEnlarge: true }, 800, 400],
    [{ widthPx: 1 }, 1, 1],
  ])("%j of a 400×200 picture has the expected size", async (resize, width, height) => {
    expect(await renderPixels(await quarters(400, 200), resize)).toMatchObject({ width, height });
  });

  test.each<[number, number, Resize]>([
    [10, 90, { widthPx: 960, mayEnlarge: true }],
    [100, 300, { widthPx: 3_840, mayEnlarge: true }],
  ])("a %i×%i picture is not enlarged to %j, beyond the limits", async (width, height, resize) => {
    await expect(renderPixels(await quarters(width, height), resize)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining("Maximum image size is 8192 pixels a side and 40 megapixels."),
    });
  });
});

describe("pixels", () => {
  test("a transparent picture stays transparent, and is on white in a format without alpha", async () => {
    const clear = await sharp({
      create: { width: 100, height: 100, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    for (const resize of [null, { widthPx: 50 }]) {
      expect((await renderPixels(clear, resize)).at(5, 5)[3]).toBe(0);
      const jpeg = await renderPixels(clear, resize, { format: "jpg", quality: 100 });
      expect(jpeg.at(5, 5)).toEqual([255, 255, 255, 255]);
    }
  });

  test("EXIF orientation is applied before anything else", async () => {
    const input = await sharp(await quarters(400, 200))
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 100 })
      .toBuffer();
    const upright = await renderPixels(input, { widthPx: 100 });
    expect(upright).toMatchObject({ width: 100, height: 200 });
    // After a clockwise rotation, the blue bottom left is at the top left.
    const [r = 255, g = 255, b = 0] = upright.at(10, 10);
    expect([r < 20, g < 20, b > 230]).toEqual([true, true, true]);
  });

  test.each(["jpg", "png", "webp", "avif", "gif", "tiff"] as const)(
    "%s output has that format",
    async (format) => {
      const { bytes } = await renderPixels(await quarters(64, 64), { widthPx: 32 }, { format, quality: 50 });
      const { format: found } = await sharp(bytes).metadata();
      expect(found).toBe({ jpg: "jpeg", avif: "heif" }[format as string] ?? format);
    },
  );

  test("a lower quality makes a smaller file", async () => {
    const noise = await sharp({
      create: {
        width: 200,
        height: 200,
        channels: 3,
        noise: { type: "gaussian", mean: 128, sigma: 60 },
        background: "white",
      },
    })
      .png()
      .toBuffer();
    for (const format of ["jpg", "webp", "avif"] as const) {
      const sizes = [];
      for (const quality of [90, 60, 10])
        sizes.push((await encoded(noise, null, { format, quality })).length);
      const [high = 0, middle = 0, low = 0] = sizes;
      expect(high).toBeGreaterThan(middle);
      expect(middle).toBeGreaterThan(low);
    }
  });
});
