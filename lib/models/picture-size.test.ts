import fc from "fast-check";
import sharp, { type Sharp } from "sharp";
import { expect, test } from "vitest";
import { readPictureSize } from "./picture-size.ts";

const create = {
  width: 301,
  height: 207,
  channels: 4,
  background: { r: 9, g: 8, b: 7, alpha: 0.5 },
} as const;

const pictures: [string, () => Sharp][] = [
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
];
const size = { width: 301, height: 207 };

test.each(pictures)("reads the size of a %s", async (_name, picture) => {
  expect(readPictureSize(await picture().toBuffer())).toEqual(size);
});

test.each(pictures)(
  "reads the size of a %s that is cut off, or none, at any place in memory",
  async (_, picture) => {
    const bytes = await picture().toBuffer();
    const cuts = fc.tuple(fc.nat(bytes.length), fc.nat(9));
    fc.assert(
      fc.property(cuts, ([length, before]) => {
        const memory = new Uint8Array(before + bytes.length);
        memory.set(bytes, before);
        const read = readPictureSize(memory.subarray(before, before + length));
        if (read !== null || length === bytes.length) expect(read).toEqual(size);
      }),
      { examples: [[[bytes.length, 1]], [[0, 0]]] },
    );
  },
);

test("other bytes have no size, and random bytes after the start of a picture have none or a possible one", async () => {
  expect(readPictureSize(Buffer.from("<html>"))).toBeNull();
  expect(readPictureSize(new Uint8Array())).toBeNull();
  expect(readPictureSize(await sharp({ create }).gif().toBuffer())).toBeNull();
  // Each with the longest side that its format can declare.
  const starts = [
    [[0xff, 0xd8, 0xff], 2 ** 16 - 1],
    [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 2 ** 32 - 1],
    [[...Buffer.from("RIFF____WEBPVP8 ")], 2 ** 14 - 1],
    [[...Buffer.from("RIFF____WEBPVP8L")], 2 ** 14],
    [[...Buffer.from("RIFF____WEBPVP8X")], 2 ** 24],
  ] as const;
  fc.assert(
    fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 400 }), ([start, longest], rest) => {
      const read = readPictureSize(Uint8Array.from([...start, ...rest]));
      for (const side of read ? [read.width, read.height] : []) {
        expect(Number.isInteger(side) && side >= 0 && side <= longest, `${side}`).toBe(true);
      }
    }),
  );
});
