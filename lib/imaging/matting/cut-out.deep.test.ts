// Guards the edges of cut-outs of drawn products in several rooms, of other color modes, and of all sample products.
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { describeCutOuts } from "#lib/testing/imaging/cut-outs.ts";
import { drawTestPicture } from "#lib/testing/imaging/drawn-pictures.ts";
import { compareCutOuts, readTruth } from "#lib/testing/imaging/edge-quality.ts";
import { cutOut } from "./cut-out.ts";

describeCutOuts("all");

test("cutOut cuts every sample product out close to its true alpha", { timeout: 300_000 }, async () => {
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

test("cutOut reads grey, CMYK, 16-bit, wide-gamut and opaque RGBA pictures", {
  timeout: 300_000,
}, async () => {
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
});
