import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { pngChunk, withPngChunks } from "#lib/testing/imaging/hostile-pictures.ts";
import { convertFromSrgb, iccProfile, type Rgb, rgbSpaces } from "#lib/testing/imaging/icc-profile.ts";
import { rowsOf } from "#lib/testing/trials.ts";
import { openPicture } from "./open-picture.ts";

/** Inside the gamut of every space, so that each can hold it. */
const colors = [
  [216, 42, 42],
  [40, 120, 90],
  [250, 240, 220],
] as const;
const side = 32;
/** Levels by which a color may differ: rounding of the file's own depth and of JPEG. */
const tolerance = 3;
type Space = keyof typeof rgbSpaces;
const spaces = Object.keys(rgbSpaces) as Space[];

const folder = await mkdtemp(path.join(tmpdir(), "colors-"));
for (const space of spaces) await writeFile(path.join(folder, `${space}.icc`), iccProfile(rgbSpaces[space]));
afterAll(() => rm(folder, { recursive: true }));

async function expectColor(file: Uint8Array, color: readonly number[], what: string): Promise<void> {
  const picture = await openPicture(file);
  for (const size of [picture, { width: 20, height: 20 }]) {
    const pixels = await picture.read({ width: size.width, height: size.height }, 3);
    const at = 3 * (size.width * (size.height >> 1) + (size.width >> 1));
    const worst = Math.max(...color.map((value, channel) => Math.abs(value - (pixels[at + channel] ?? 0))));
    expect(worst, `${what}: ${pixels.subarray(at, at + 3)} instead of ${color}`).toBeLessThanOrEqual(
      tolerance,
    );
  }
}

/** A PNG of one color, given as shares of 1, with an iCCP chunk. */
async function pngOf(value: Rgb, depth: 8 | 16, profile: Buffer | null): Promise<Buffer> {
  const pixels = depth === 8 ? new Uint8Array(side * side * 3) : new Uint16Array(side * side * 3);
  const most = depth === 8 ? 255 : 65_535;
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = Math.round(most * (value[at % 3] ?? 0));
  const raw = { width: side, height: side, channels: 3 } as const;
  const image = sharp(pixels, { raw });
  const png = await (depth === 16 ? image.toColourspace("rgb16") : image).png().toBuffer();
  return profile ? withPngChunks(png, [pngChunk("iCCP", profile)]) : png;
}

const encoders: Record<string, (image: Sharp) => Sharp> = {
  png: (image) => image.png(),
  tiff: (image) => image.tiff({ compression: "lzw" }),
  jpeg: (image) => image.jpeg({ quality: 100, chromaSubsampling: "4:4:4" }),
  webp: (image) => image.webp({ lossless: true }),
  avif: (image) => image.avif({ quality: 95, chromaSubsampling: "4:4:4" }),
  "avif of 10 bits": (image) => image.avif({ quality: 95, chromaSubsampling: "4:4:4", bitdepth: 10 }),
};
const depths: Record<string, readonly (8 | 16)[]> = { png: [8, 16], tiff: [8, 16], "avif of 10 bits": [16] };
const table = Object.keys(encoders).flatMap((format) =>
  (depths[format] ?? [8]).flatMap((depth) => spaces.map((space) => ({ format, depth, space }))),
);

/** Each format and space in one row, at each depth. */
const few = table.filter(({ format, depth, space }) =>
  ["png 16 prophoto", "jpeg 8 display p3", "tiff 8 adobe rgb", "avif 8 display p3"].includes(
    `${format} ${depth} ${space}`,
  ),
);

describe("a color, written with its profile by a color management library, is read as the same sRGB color", () => {
  test.each(rowsOf(table, few))(
    "$format, $depth bits per channel, $space",
    async ({ format, depth, space }) => {
      for (const color of colors) {
        const [r, g, b] = color;
        const plain = sharp({ create: { width: side, height: side, channels: 3, background: { r, g, b } } });
        const deep = depth === 16 ? plain.toColourspace("rgb16") : plain;
        const image = deep.withIccProfile(path.join(folder, `${space}.icc`));
        const file = await (encoders[format] as (image: Sharp) => Sharp)(image).toBuffer();
        await expectColor(file, color, `${format} ${depth} ${space}`);
      }
    },
  );
});

describe("a color that is calculated from the primaries of its space is read as the same sRGB color", () => {
  const calculated = spaces.flatMap((space) => ([8, 16] as const).map((depth) => ({ space, depth })));
  test.each(rowsOf(calculated, calculated.slice(-1)))(
    "PNG, $depth bits per channel, $space",
    async ({ space, depth }) => {
      const profile = Buffer.concat([Buffer.from("own\0\0"), deflateSync(iccProfile(rgbSpaces[space]))]);
      for (const color of colors) {
        const value = convertFromSrgb(color, rgbSpaces[space]);
        await expectColor(await pngOf(value, depth, profile), color, `${space} ${depth}`);
      }
    },
  );
});

test("a picture without a profile is sRGB at any depth", async () => {
  for (const color of colors) {
    const value = color.map((level) => level / 255) as never as Rgb;
    for (const depth of [8, 16] as const)
      await expectColor(await pngOf(value, depth, null), color, `plain ${depth}`);
  }
});

test("a PNG that names Display P3 in cICP instead of a profile is read as such", async () => {
  const cicp = pngChunk("cICP", Buffer.from([12, 13, 0, 1]));
  for (const color of colors) {
    const value = convertFromSrgb(color, rgbSpaces["display p3"]);
    for (const depth of [8, 16] as const) {
      const png = withPngChunks(await pngOf(value, depth, null), [cicp]);
      await expectColor(png, color, `cICP ${depth}`);
    }
  }
});

test.each(rowsOf([8, 10] as const, [8]))(
  "an AVIF of %i bits that names Display P3 by a code is read as such",
  async (bitdepth) => {
    for (const color of colors) {
      const [r, g, b] = color;
      const avif = await sharp({
        create: { width: side, height: side, channels: 3, background: { r, g, b } },
      })
        .withIccProfile("p3")
        .avif({ quality: 95, chromaSubsampling: "4:4:4", bitdepth })
        .toBuffer();
      // The code takes the place of the profile, and the rest of its box is ignored.
      const at = avif.indexOf("colrrICC") + 4;
      expect(at).toBeGreaterThan(4);
      avif.write("nclx", at, "latin1");
      for (const [index, value] of [12, 13, 6].entries()) avif.writeUInt16BE(value, at + 4 + 2 * index);
      avif[at + 10] = 0x80;
      await expectColor(avif, color, `nclx ${bitdepth}`);
      const cut = openPicture(avif.subarray(0, at)).then((picture) => picture.read(picture, 3));
      await expect(cut).rejects.toThrow("picture");
    }
  },
);
