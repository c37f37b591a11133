import { deflateSync } from "node:zlib";
import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import type { ImageFormat } from "#lib/contract/images/formats.ts";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import {
  gifBlocks,
  jpegSegment,
  pngChunk,
  riffChunk,
  withPngChunks,
} from "#lib/testing/imaging/hostile-pictures.ts";
import { runsOf } from "#lib/testing/trials.ts";
import { MalformedFileError, strip } from "./index.ts";

everyTestTries("decode");

const picture = (channels: 3 | 4 = 3) =>
  sharp({
    create: {
      width: 40,
      height: 30,
      channels,
      background: { r: 200, g: 90, b: 30, alpha: 0.5 },
      ...(channels === 3 && { noise: { type: "gaussian" as const, mean: 120, sigma: 50 } }),
    },
  });

const stripped = (bytes: Uint8Array, format: ImageFormat) => strip(Buffer.from(bytes), format);
const pixels = (bytes: Uint8Array) => sharp(bytes).autoOrient().toColourspace("srgb").raw().toBuffer();

async function expectSamePixels(dirty: Buffer, format: ImageFormat, most: number): Promise<void> {
  const { bytes } = stripped(dirty, format);
  expect(bytes.length).toBeLessThan(most);
  expect((await pixels(bytes)).equals(await pixels(dirty))).toBe(true);
}

describe("strip removes", () => {
  test("texts, times and later frames of a PNG", async () => {
    const clean = await picture().png().toBuffer();
    const text = Buffer.concat([Buffer.from("Comment\0\0"), deflateSync(Buffer.alloc(1_000_000))]);
    const dirty = withPngChunks(clean, [
      pngChunk("zTXt", text),
      pngChunk("tIME", Buffer.alloc(7)),
      pngChunk("acTL", Buffer.alloc(8)),
      pngChunk("prVt", Buffer.alloc(500)),
    ]);
    expect(stripped(Buffer.concat([dirty, Buffer.from("<script>")]), "png").bytes).toEqual(
      stripped(clean, "png").bytes,
    );
  });

  test("comments, application data and trailing bytes of a JPEG", async () => {
    const clean = await picture()
      .withExif({ IFD0: { Copyright: "me" } })
      .jpeg()
      .toBuffer();
    const junk = [0xfe, 0xe1, 0xe2, 0xe5, 0xed, 0xfe].map((marker) =>
      jpegSegment(marker, Buffer.alloc(60_000, 65)),
    );
    const dirty = Buffer.concat([
      clean.subarray(0, 2),
      ...junk,
      clean.subarray(2),
      Buffer.alloc(200_000, 0xff),
    ]);
    expect(Buffer.from(stripped(dirty, "jpg").bytes).equals(clean)).toBe(true);
    await expectSamePixels(dirty, "jpg", clean.length + 1);
  });

  test("XMP and unknown chunks of a WebP, but not its EXIF data", async () => {
    const clean = await picture(4)
      .withExif({ IFD0: { Copyright: "me" } })
      .webp()
      .toBuffer();
    const extra = Buffer.concat([
      riffChunk("XMP ", Buffer.alloc(70_001, 65)),
      riffChunk("JUNK", Buffer.alloc(9)),
    ]);
    const dirty = Buffer.concat([clean, extra]);
    dirty.writeUInt32LE(dirty.length - 8, 4);
    dirty[20] = (dirty[20] ?? 0) | 0x04;
    await expectSamePixels(dirty, "webp", clean.length + 1);
    expect((await sharp(stripped(dirty, "webp").bytes).metadata()).xmp).toBeUndefined();
    expect((await sharp(stripped(dirty, "webp").bytes).metadata()).exif).toBeDefined();
  });

  test("comments, loops and later frames of a GIF", async () => {
    const data = Buffer.from(Array.from({ length: 8 * 8 * 5 * 3 }, (_, index) => (index * 7) % 251));
    const raw = { width: 8, height: 40, channels: 3, pageHeight: 8 } as const;
    const clean = await sharp(data, { raw })
      .gif({ delay: [20, 20, 20, 20, 20] })
      .toBuffer();
    const at = clean.indexOf(Buffer.from([0x21, 0xf9]));
    const comment = gifBlocks(0xfe, Buffer.alloc(100_000, 65));
    const dirty = Buffer.concat([clean.subarray(0, at), comment, clean.subarray(at)]);
    expect(stripped(dirty, "gif").frames).toBe(5);
    await expectSamePixels(dirty, "gif", clean.length);
  });
});

describe("strip preserves", () => {
  test.each([1, 3, 6, 8])("orientation %i", async (orientation) => {
    for (const [format, name] of [
      ["jpeg", "jpg"],
      ["png", "png"],
      ["webp", "webp"],
    ] as const) {
      const bytes = await picture().withMetadata({ orientation }).toFormat(format).toBuffer();
      expect((await sharp(stripped(bytes, name).bytes).metadata()).orientation ?? 1).toBe(orientation);
    }
  });

  test.each(["jpeg", "png", "webp"] as const)("the color profile of a %s", async (format) => {
    const bytes = await picture().withIccProfile("p3").toFormat(format).toBuffer();
    const kept = stripped(bytes, format === "jpeg" ? "jpg" : format).bytes;
    expect((await sharp(kept).metadata()).icc).toEqual((await sharp(bytes).metadata()).icc);
  });

  test("the transparency of a palette, and CMYK colors", async () => {
    const palette = await picture(4).png({ palette: true }).toBuffer();
    await expectSamePixels(palette, "png", palette.length + 1);
    const cmyk = await picture().toColourspace("cmyk").jpeg().toBuffer();
    await expectSamePixels(cmyk, "jpg", cmyk.length + 1);
  });

  test("no color profile that decompresses beyond the size limit", async () => {
    const bomb = Buffer.concat([Buffer.from("icc\0\0"), deflateSync(Buffer.alloc(50_000_000))]);
    const clean = await picture().png().toBuffer();
    const before = process.threadCpuUsage();
    const { bytes } = stripped(withPngChunks(clean, [pngChunk("iCCP", bomb)]), "png");
    expect(bytes).toEqual(stripped(clean, "png").bytes);
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(500);
  });
});

describe("strip rejects", () => {
  const cases: [string, () => Promise<[Buffer, ImageFormat]>][] = [
    [
      "a PNG chunk longer than the file",
      async () => [withPngChunks(await picture().png().toBuffer(), []).subarray(0, -20), "png"],
    ],
    [
      "a PNG without a header",
      async () => [
        Buffer.concat([
          (await picture().png().toBuffer()).subarray(0, 8),
          pngChunk("IDAT", Buffer.alloc(9)),
          pngChunk("IEND", Buffer.alloc(0)),
        ]),
        "png",
      ],
    ],
    [
      "a JPEG segment without a length",
      async () => [Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0xff, 0xd9]), "jpg"],
    ],
    [
      "a JPEG segment longer than the file",
      async () => [Buffer.from([0xff, 0xd8, 0xff, 0xdb, 0xff, 0xff, 1, 2]), "jpg"],
    ],
    [
      "a JPEG of scans",
      async () => [
        Buffer.concat([
          Buffer.from([0xff, 0xd8]),
          ...Array<Buffer>(5000).fill(jpegSegment(0xda, Buffer.alloc(6))),
        ]),
        "jpg",
      ],
    ],
    [
      "a WebP chunk longer than the file",
      async () => [
        Buffer.concat([Buffer.from("RIFF\x20\0\0\0WEBPVP8 \xff\xff\0\0", "latin1"), Buffer.alloc(20)]),
        "webp",
      ],
    ],
    [
      "a GIF that ends in a block",
      async () => [Buffer.from("GIF89a\x08\0\x08\0\0\0\0\x21\xfe\xff", "latin1"), "gif"],
    ],
  ];
  test.each(cases)("%s", async (_name, make) => {
    const [bytes, format] = await make();
    expect(() => stripped(bytes, format)).toThrow(MalformedFileError);
  });

  test("arbitrary bytes only with MalformedFileError, or with the RangeError of a read beyond the end", () => {
    const heads = {
      jpg: "\xff\xd8\xff",
      png: "\x89PNG\r\n\x1a\n",
      webp: "RIFF\x40\0\0\0WEBP",
      gif: "GIF89a",
    } as const;
    const format = fc.constantFrom(...(Object.keys(heads) as (keyof typeof heads)[]));
    fc.assert(
      fc.property(format, fc.uint8Array({ maxLength: 400 }), (name, rest) => {
        try {
          strip(Buffer.concat([Buffer.from(heads[name], "latin1"), rest]), name);
        } catch (error) {
          if (error instanceof MalformedFileError) return;
          expect(error).toEqual(new RangeError("Offset is outside the bounds of the DataView"));
        }
      }),
      { numRuns: runsOf(2_000, 100) },
    );
  });
});
