import fc from "fast-check";
import sharp from "sharp";
import { expect, test } from "vitest";
import { readPictureSize } from "./picture-size.ts";

const create = {
  width: 301,
  height: 207,
  channels: 4,
  background: { r: 9, g: 8, b: 7, alpha: 0.5 },
} as const;

test.each([
  ["PNG", () => sharp({ create }).png()],
  ["JPEG", () => sharp({ create }).jpeg()],
  ["progressive JPEG", () => sharp({ create }).jpeg({ progressive: true })],
  [
    "JPEG with metadata",
    () =>
      sharp({ create })
        .withExif({ IFD0: { Copyright: "x".repeat(5000) } })
        .jpeg(),
  ],
  ["WebP", () => sharp({ create }).removeAlpha().webp()],
  ["lossless WebP", () => sharp({ create }).removeAlpha().webp({ lossless: true })],
  ["WebP with alpha", () => sharp({ create }).webp()],
])("reads the size of a %s", async (_name, picture) => {
  expect(readPictureSize(await picture().toBuffer())).toEqual({ width: 301, height: 207 });
});

test("other bytes have no size, and no input throws", async () => {
  expect(readPictureSize(Buffer.from("<html>"))).toBeNull();
  expect(readPictureSize(new Uint8Array())).toBeNull();
  expect(readPictureSize(await sharp({ create }).gif().toBuffer())).toBeNull();
  const starts = [
    [0xff, 0xd8, 0xff],
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    [...Buffer.from("RIFF____WEBPVP8X")],
  ];
  fc.assert(
    fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 400 }), (start, rest) => {
      const size = readPictureSize(Uint8Array.from([...start, ...rest]));
      expect(size === null || size.width >= 0).toBe(true);
    }),
  );
});
