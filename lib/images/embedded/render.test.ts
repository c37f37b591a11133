import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { readPicture } from "#lib/imaging/worker/decoder.ts";
import { quarters } from "#lib/testing/images/embedded-host.ts";
import { type Output, render } from "./render.ts";
import { parseTransformation } from "./transformation.ts";

const png: Output = { format: "png", quality: "auto:good" };

async function encoded(input: Buffer, components: Parameters<typeof render>[1], output: Output) {
  // Copied, because stripping modifies the buffer, which the tests reuse.
  return (await render(await readPicture(Buffer.from(input)), components, output)).data;
}

async function renderPixels(input: Buffer, transformation: string, output: Output = png) {
  const bytes = await encoded(input, parseTransformation(transformation), output);
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4),
  ];
  return { width: info.width, height: info.height, at, bytes };
}

const red = [255, 0, 0, 255];
const green = [0, 255, 0, 255];
const blue = [0, 0, 255, 255];

describe("sizes", () => {
  test.each([
    ["w_100", 100, 50],
    ["h_100", 200, 100],
    ["w_100,h_100", 100, 100],
    ["c_scale,w_0.5", 200, 100],
    ["c_scale,w_800", 800, 400],
    ["c_fit,w_100,h_100", 100, 50],
    ["c_fit,w_800,h_800", 800, 400],
    ["c_limit,w_100,h_100", 100, 50],
    ["c_limit,w_800,h_800", 400, 200],
    ["c_fill,w_100,h_100", 100, 100],
    ["c_fill,w_600,h_100", 600, 100],
    ["c_thumb,w_80,h_120", 80, 120],
    ["c_pad,w_300,h_300", 300, 300],
    ["c_crop,w_120,h_60", 120, 60],
    ["c_crop,w_9000,h_60", 0, 0],
    ["c_fill,ar_1:1,w_90", 90, 90],
    ["ar_16:9,c_fill,h_90", 160, 90],
    ["c_fill,dpr_2.0,w_50,h_40", 100, 80],
    ["c_fill,w_100,h_100/c_pad,w_200,h_100/w_0.5", 100, 50],
  ])("%s of a 400×200 picture has the expected size", async (transformation, width, height) => {
    const input = await quarters(400, 200);
    if (width === 0) {
      await expect(renderPixels(input, transformation)).rejects.toMatchObject({ status: 400 });
      return;
    }
    expect(await renderPixels(input, transformation)).toMatchObject({ width, height });
  });

  test.each([
    "w_8193",
    "w_8192,h_8192",
    "c_pad,w_8000,h_8000",
    "dpr_10,w_900",
    "h_8000",
    "w_30.0",
    "ar_1:1000,w_100",
  ])("%s is rejected as too large", async (transformation) => {
    const input = await quarters(400, 200);
    await expect(renderPixels(input, transformation)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining("Maximum image size"),
    });
  });
});

describe("pixels", () => {
  test("c_fill keeps the side that gravity names", async () => {
    const input = await quarters(400, 200);
    expect((await renderPixels(input, "c_fill,w_100,h_200,g_west")).at(50, 20)).toEqual(red);
    expect((await renderPixels(input, "c_fill,w_100,h_200,g_east")).at(50, 20)).toEqual(green);
    expect((await renderPixels(input, "c_fill,w_100,h_100,g_north_east")).at(95, 5)).toEqual(green);
    expect((await renderPixels(input, "c_fill,w_100,h_100,g_south_west")).at(5, 95)).toEqual(blue);
  });

  test("c_crop cuts at the position given by x, y or gravity", async () => {
    const input = await quarters(400, 200);
    expect((await renderPixels(input, "c_crop,w_10,h_10,x_0,y_150")).at(5, 5)).toEqual(blue);
    expect((await renderPixels(input, "c_crop,w_10,h_10,g_north_east")).at(5, 5)).toEqual(green);
    expect((await renderPixels(input, "c_crop,w_10,h_10,g_north_east,x_300")).at(5, 5)).toEqual(red);
  });

  test("c_pad fills the border with the requested colour, and leaves it transparent without one", async () => {
    const input = await quarters(400, 200);
    const coloured = await renderPixels(input, "c_pad,w_200,h_200,b_rgb:ff8000");
    expect(coloured.at(100, 10)).toEqual([255, 128, 0, 255]);
    expect(coloured.at(20, 80)).toEqual(red);
    expect((await renderPixels(input, "c_pad,w_200,h_200")).at(100, 10)[3]).toBe(0);
    expect((await renderPixels(input, "c_pad,w_200,h_200,g_north,b_black")).at(20, 20)).toEqual(red);
    const jpeg = await renderPixels(input, "c_pad,w_200,h_200", { format: "jpg", quality: 95 });
    expect(jpeg.at(100, 10)).toEqual([255, 255, 255, 255]);
    const transparent = await renderPixels(input, "b_transparent,c_pad,w_200,h_200", {
      format: "jpg",
      quality: 95,
    });
    expect(transparent.at(100, 10)).toEqual([255, 255, 255, 255]);
  });

  test("a transparent picture gets the requested background, in any format and any later component", async () => {
    const clear = await sharp({
      create: { width: 100, height: 100, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    expect((await renderPixels(clear, "b_red")).at(5, 5)).toEqual(red);
    const jpeg: Output = { format: "jpg", quality: 100 };
    const reddish = (await renderPixels(clear, "b_red,c_pad,w_50,h_80", jpeg)).at(25, 40);
    expect(reddish[0]).toBeGreaterThan(250);
    expect(reddish[1]).toBeLessThan(5);
    expect((await renderPixels(clear, "w_50", jpeg)).at(5, 5)).toEqual([255, 255, 255, 255]);
    expect((await renderPixels(clear, "w_50/b_rgb:00ff00/w_20")).at(5, 5)).toEqual(green);
    expect((await renderPixels(clear, "w_50")).at(5, 5)[3]).toBe(0);
  });

  test("EXIF orientation is applied before anything else", async () => {
    const input = await sharp(await quarters(400, 200))
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 100 })
      .toBuffer();
    const upright = await renderPixels(input, "w_100");
    expect(upright).toMatchObject({ width: 100, height: 200 });
    // After a clockwise rotation, the blue bottom left is at the top left.
    const [r = 255, g = 255, b = 0] = upright.at(10, 10);
    expect([r < 20, g < 20, b > 230]).toEqual([true, true, true]);
    expect(await renderPixels(input, "c_crop,w_200,h_100,g_north_west")).toMatchObject({
      width: 200,
      height: 100,
    });
  });

  test.each(["jpg", "png", "webp", "avif", "gif", "tiff"] as const)(
    "%s output has that format",
    async (format) => {
      const { bytes } = await renderPixels(await quarters(64, 64), "w_32", { format, quality: 50 });
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
      for (const quality of [90, "auto:best", "auto:low", 10] as const) {
        sizes.push((await encoded(noise, [], { format, quality })).length);
      }
      const [high = 0, best = 0, low = 0, lowest = 0] = sizes;
      expect(high).toBeGreaterThanOrEqual(best);
      expect(best).toBeGreaterThan(low);
      expect(low).toBeGreaterThan(lowest);
    }
  });
});
