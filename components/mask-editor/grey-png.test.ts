import sharp from "sharp";
import { expect, test } from "vitest";
import { encodeGreyPng } from "./grey-png.ts";
import type { GreyPicture } from "./pixels.ts";

function ramp(width: number, height: number): GreyPicture {
  return {
    width,
    height,
    values: Uint8ClampedArray.from({ length: width * height }, (_, at) => (at * 7) % 256),
  };
}

async function decode(png: Blob) {
  const picture = sharp(Buffer.from(await png.arrayBuffer()));
  const { width, height, channels, depth, space, hasAlpha } = await picture.metadata();
  const values = await picture.toColourspace("b-w").raw().toBuffer();
  return { width, height, channels, depth, space, hasAlpha, values };
}

test("a mask is unchanged by its PNG, which has one channel of 8 bits", async () => {
  const mask = ramp(333, 251);
  const { values, ...facts } = await decode(await encodeGreyPng(mask, mask));
  expect(facts).toEqual({
    width: 333,
    height: 251,
    channels: 1,
    depth: "uchar",
    space: "b-w",
    hasAlpha: false,
  });
  expect(values.equals(Buffer.from(mask.values))).toBe(true);
});

test("a mask can be enlarged into its PNG: flat areas remain flat, and edges remain in place", async () => {
  const mask: GreyPicture = { width: 100, height: 60, values: new Uint8ClampedArray(6_000) };
  for (let at = 0; at < 6_000; at += 1) mask.values[at] = at % 100 < 40 ? 255 : 0;
  const { width, height, values } = await decode(await encodeGreyPng(mask, { width: 1_250, height: 750 }));
  expect([width, height, values.length]).toEqual([1_250, 750, 937_500]);
  const row = values.subarray(1_250 * 400, 1_250 * 401);
  expect([row[0], row[490], row[510], row[1_249]]).toEqual([255, 255, 0, 0]);
  // Column 40 of 100 is column 500 of 1,250.
  expect(row.findIndex((value) => value < 128)).toBe(500);
});
