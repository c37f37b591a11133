import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { previewSide } from "#lib/contract/photos/sizes.ts";
import { NothingFoundError, UnreadableImageError } from "#lib/images/picture.ts";
import { notesOn } from "#lib/imaging/notes/notes.ts";
import type { CutOut } from "#lib/imaging/pixels/cut-out.ts";
import { drawOnGround } from "#lib/testing/imaging/banded-products.ts";
import { describeBandInCutOut } from "#lib/testing/imaging/bands.ts";
import { drawTestPicture } from "#lib/testing/imaging/drawn-pictures.ts";
import { compareCutOuts, readTruth } from "#lib/testing/imaging/edge-quality.ts";
import { deepTest, someOf, trials } from "#lib/testing/trials.ts";
import { cutOut } from "./cut-out.ts";
import { encodeCutOut } from "./encode.ts";

const mug = await drawTestPicture("mug", "wood", 800, 600);

describe("cutOut", { timeout: 300_000 }, () => {
  const drawn = [
    ["bottle", "wood"],
    ["mug", "grey"],
    ["lamp", "green"],
    ["jar", "grey"],
  ] as const;

  test.each(someOf(trials, drawn, 0))(
    "cuts a drawn %s out of a %s room without a halo",
    async (product, room) => {
      const picture = await drawTestPicture(product, room, 1600, 1200);
      expectClose(compareCutOuts(await cutOut(picture.jpeg), picture, 8));
    },
  );

  /** A JPEG that its EXIF orientation turns upright, and its cut-out. */
  let turned: { rgb: Buffer; cut: CutOut };
  beforeAll(async () => {
    const lying = sharp(mug.rgb, { raw: { width: 800, height: 600, channels: 3 } }).rotate(-90);
    const jpeg = await lying.withMetadata({ orientation: 6 }).jpeg({ quality: 95 }).toBuffer();
    turned = { rgb: await sharp(jpeg).autoOrient().raw().toBuffer(), cut: await cutOut(jpeg) };
  });

  test("leaves pixels inside the product unchanged, and the picture's corner transparent", () => {
    const { rgba, box, coverage } = turned.cut;
    let [inside, changed] = [0, 0];
    for (let index = 0; index < 800 * 600; index += 1) {
      if (rgba[index * 4 + 3] === 0) continue;
      const x = index % 800;
      const y = Math.floor(index / 800);
      if (rgba[index * 4 + 3] !== 255 || x % 40 < 2) continue;
      if (
        x < box.left + 30 ||
        x > box.left + box.width * 0.6 ||
        y < box.top + 40 ||
        y > box.top + box.height - 30
      ) {
        continue;
      }
      inside += 1;
      const own = turned.rgb.subarray(index * 3, index * 3 + 3);
      if (!own.equals(rgba.subarray(index * 4, index * 4 + 3))) changed += 1;
    }
    expect(inside).toBeGreaterThan(5_000);
    expect(changed).toBe(0);
    expect(rgba[3]).toBe(0);
    expect(coverage).toBeGreaterThan(0.1);
    expect(coverage).toBeLessThan(0.25);
  });

  test("applies the EXIF orientation, and leaves no halo", () => {
    const { cut } = turned;
    expect([cut.width, cut.height]).toEqual([800, 600]);
    expectClose(compareCutOuts(cut, mug, 8));
  });

  test("of a product that runs out of the picture is noted as cut off, with the product's box", async () => {
    const { png } = await drawOnGround(
      `<path d="M0 120h900v780h-900z" fill="#37474f"/><path d="M100 260h300v200h-300z" fill="#ffb300"/>`,
      "#fafafa",
    );
    const cut = await cutOut(png);
    expect(cut.unsureParts?.[0]).toMatchObject({ left: 0, width: 900 });
    const notes = notesOn(cut, { enlarged: 1, unsureParts: cut.unsureParts ?? [] });
    expect(notes.map(({ code }) => code)).toEqual(["unsure_parts", "cut_by_frame"]);
  });

  test("leaves a picture that is already cut out unchanged", async () => {
    const png = await encodeCutOut(mug, "png");
    const cut = await cutOut(png);
    expect(Buffer.compare(cut.rgba, mug.rgba)).toBe(0);
  });

  test("limits the size of the result by the side of the picture or of the product's box", async () => {
    const png = await encodeCutOut(mug, "png");
    const cut = await cutOut(png, { maxSide: 400 });
    expect([cut.width, cut.height]).toEqual([400, 300]);
    const close = await cutOut(png, { maxBoxSide: 160 });
    expect(Math.abs(Math.max(close.box.width, close.box.height) - 160)).toBeLessThanOrEqual(6);
  });

  test("throws NothingFoundError when there is no product", async () => {
    const blank = await sharp({ create: { width: 500, height: 400, channels: 3, background: "#b0c4d8" } })
      .jpeg()
      .toBuffer();
    await expect(cutOut(blank)).rejects.toBeInstanceOf(NothingFoundError);
    const clear = await sharp({ create: { width: 500, height: 400, channels: 4, background: "#00000000" } })
      .png()
      .toBuffer();
    await expect(cutOut(clear)).rejects.toBeInstanceOf(NothingFoundError);
  });

  test.each([
    ["a single pixel", 1, 1],
    ["a line", 1, 900],
    ["a row", 900, 3],
  ])("throws UnreadableImageError for %s", async (_name, width, height) => {
    const png = await sharp({ create: { width, height, channels: 3, background: "#c33" } })
      .png()
      .toBuffer();
    await expect(cutOut(png)).rejects.toBeInstanceOf(UnreadableImageError);
  });

  test("throws UnreadableImageError for empty, truncated and non-image files", async () => {
    await expect(cutOut(new Uint8Array(0))).rejects.toBeInstanceOf(UnreadableImageError);
    await expect(cutOut(new TextEncoder().encode("<html></html>"))).rejects.toBeInstanceOf(
      UnreadableImageError,
    );
    for (const part of [0.01, 0.1, 0.5, 0.9]) {
      const cut = mug.jpeg.subarray(0, Math.floor(mug.jpeg.length * part));
      await expect(cutOut(cut), String(part)).rejects.toBeInstanceOf(UnreadableImageError);
    }
  });
});

describe("encodeCutOut", () => {
  test("preserves every pixel in PNG and the alpha in WebP", async () => {
    const cut: Pick<CutOut, "rgba" | "width" | "height"> = mug;
    const png = await sharp(await encodeCutOut(cut, "png"))
      .raw()
      .toBuffer();
    expect(Buffer.compare(png, cut.rgba)).toBe(0);
    const webp = await sharp(await encodeCutOut(cut, "webp"))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(webp.info).toMatchObject({ width: 800, height: 600, channels: 4 });
    let difference = 0;
    for (let at = 3; at < cut.rgba.length; at += 4) {
      difference = Math.max(difference, Math.abs((cut.rgba[at] ?? 0) - (webp.data[at] ?? 0)));
    }
    expect(difference).toBe(0);
  });
});

describeBandInCutOut([previewSide]);

deepTest("cutOut cuts every sample product out close to its true alpha", { timeout: 300_000 }, async () => {
  const samples = path.join(import.meta.dirname, "../../../public/samples");
  const names = readdirSync(samples)
    .filter((file) => file.endsWith(".alpha.png"))
    .map((file) => file.replace(".alpha.png", ""));
  expect(names.length).toBeGreaterThan(0);
  const bandMaes: number[] = [];
  for (const name of names) {
    const file = path.join(samples, `${name}.jpg`);
    const truth = await readTruth(file, path.join(samples, `${name}.alpha.png`));
    const cut = await cutOut(await readFile(file));
    const quality = compareCutOuts(cut, truth, Math.round(Math.max(truth.width, truth.height) / 128));
    expect(quality.iou, `${name}: ${JSON.stringify(quality)}`).toBeGreaterThan(0.93);
    bandMaes.push(quality.bandMae);
  }
  // Single pictures differ more.
  expect(bandMaes.reduce((sum, value) => sum + value, 0) / bandMaes.length).toBeLessThan(0.06);
});

deepTest(
  "cutOut reads grey, CMYK, 16-bit, wide-gamut and opaque RGBA pictures",
  { timeout: 300_000 },
  async () => {
    const bottle = await drawTestPicture("bottle", "grey", 800, 600);
    const small = () => sharp(bottle.jpeg).resize(400, 300);
    const truth = await sharp(bottle.rgba, { raw: { width: 800, height: 600, channels: 4 } })
      .resize(400, 300)
      .raw()
      .toBuffer();
    const variants = {
      grey: small().toColourspace("b-w").jpeg(),
      cmyk: small().toColourspace("cmyk").jpeg(),
      deep: small().toColourspace("rgb16").png(),
      wide: small().withIccProfile("p3").jpeg(),
      opaque: small().ensureAlpha().png(),
    };
    for (const [name, variant] of Object.entries(variants)) {
      const cut = await cutOut(await variant.toBuffer());
      const { iou } = compareCutOuts(cut, { rgba: truth, width: 400, height: 300 }, 4);
      expect(iou, name).toBeGreaterThan(0.96);
    }
  },
);

function expectClose({ iou, bandMae, compositeError }: ReturnType<typeof compareCutOuts>): void {
  expect(iou).toBeGreaterThan(0.985);
  expect(bandMae).toBeLessThan(0.025);
  expect(compositeError).toBeLessThan(4);
}
