import sharp from "sharp";
import { expect, test } from "vitest";
import { UnreadableImageError } from "#lib/images/picture.ts";
import { measureBorder } from "./border.ts";

const size = { width: 300, height: 200 };
const plain = (background: string) => sharp({ create: { ...size, channels: 4, background } });
const dot = (color: string, side = 8) =>
  sharp({ create: { width: side, height: side, channels: 4, background: color } })
    .png()
    .toBuffer();
const put = async (color: string, left: number, top: number) =>
  plain("#ffffff")
    .composite([{ input: await dot(color), left, top }])
    .png()
    .toBuffer();

test("a white picture has a white border, as PNG, JPEG and WebP", async () => {
  for (const format of ["png", "jpeg", "webp"] as const) {
    const bytes = await plain("#ffffff").toFormat(format, { quality: 90 }).toBuffer();
    expect(await measureBorder(bytes)).toEqual({ whiteShare: 1, cornersWhite: true });
  }
});

test("a border that is one level below white, or transparent, is not white", async () => {
  for (const color of ["#fefefe", "#fffffe", "#ffffff00", "#ffffff80"]) {
    expect(await measureBorder(await plain(color).png().toBuffer()), color).toEqual({
      whiteShare: 0,
      cornersWhite: false,
    });
  }
});

test("a spot at a side lowers the white share, one in a corner is reported, and one inside has no effect", async () => {
  const side = await measureBorder(await put("#000000", 150, 0));
  expect(side.whiteShare).toBeLessThan(1);
  expect(side.whiteShare).toBeGreaterThan(0.98);
  expect(side.cornersWhite).toBe(true);
  for (const [left, top] of [
    [0, 0],
    [292, 0],
    [0, 192],
    [292, 192],
  ] as const) {
    expect((await measureBorder(await put("#fafafa", left, top))).cornersWhite).toBe(false);
  }
  expect(await measureBorder(await put("#000000", 100, 100))).toEqual({ whiteShare: 1, cornersWhite: true });
});

test("a grey picture and one of a single pixel are measured, and an SVG is rejected", async () => {
  const grey = await sharp({ create: { ...size, channels: 3, background: "#ffffff" } })
    .grayscale()
    .png()
    .toBuffer();
  expect((await measureBorder(grey)).whiteShare).toBe(1);
  const pixel = await sharp({ create: { width: 1, height: 1, channels: 3, background: "#ffffff" } })
    .png()
    .toBuffer();
  expect((await measureBorder(pixel)).whiteShare).toBe(1);
  await expect(measureBorder(new TextEncoder().encode("<svg/>"))).rejects.toThrow(UnreadableImageError);
});
