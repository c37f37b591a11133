import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { UnreadableImageError } from "#lib/images/picture.ts";
import { drawMug } from "#lib/testing/imaging/drawn-products.ts";
import { drawScene } from "#lib/testing/imaging/drawn-scenes.ts";
import { pngOfTexts, rawPng } from "#lib/testing/imaging/hostile-pictures.ts";
import {
  compose,
  drawJar,
  extent,
  isPink,
  mean,
  photoBlock,
  plainScene,
  requestFor,
  smallRequest,
} from "#lib/testing/imaging/painted-photos.ts";
import { GenerationError } from "../generator.ts";
import { composeScene, planScene as planInWorker } from "../index.ts";
import { createField } from "../pixels/field.ts";
import { finishPhoto } from "../renderer/compose.ts";
import { relightBounds, relightProduct } from "../renderer/light/relight.ts";
import { measureBalance } from "../renderer/product/balance.ts";
import { findContact } from "../renderer/product/find-contact.ts";
import { productFields, scaleProduct, withMargin } from "../renderer/product/product.ts";
import { styleDefinitions } from "../renderer/styles/index.ts";
import { planScene } from "./plan.ts";
import { makePixels } from "./studio.ts";

describe("a photo in a painted scene", () => {
  test("in 4:3 has exactly the promised size, whatever the size of the scene, as an sRGB JPEG", async () => {
    const request = requestFor("4:3");
    const { jpeg } = await compose(drawMug(), { width: 900, height: 120, horizonY: 0.58 }, request);
    expect(await sharp(jpeg).metadata()).toMatchObject({
      format: "jpeg",
      space: "srgb",
      channels: 3,
      chromaSubsampling: "4:4:4",
      width: request.width,
      height: request.height,
    });
  });

  test("is byte-identical for the same input", async () => {
    const scene = { ...plainScene, slope: 0.5, isGlossy: true, noise: 2 };
    const make = () => compose(drawMug(), scene, smallRequest());
    const [first, second] = [await make(), await make()];
    expect(Buffer.compare(first.jpeg, second.jpeg)).toBe(0);
  });

  test("in the marketplace style ignores the painted scene", async () => {
    const request = smallRequest("amazon");
    const { jpeg } = await compose(drawMug(), plainScene, request);
    const drawn = await makePixels(drawMug(), request, { design: request });
    expect(Buffer.compare(jpeg, (await finishPhoto(drawMug(), request, drawn)).bytes)).toBe(0);
  });
});

describe("the place of the product", () => {
  test("is on the surface when the painted horizon is off by 0.15 of the height", async () => {
    const product = drawJar([200, 20, 160]);
    const plan = await planScene(product, smallRequest());
    const horizonY = plan.horizonY + 0.15;
    const photo = await compose(product, { ...plainScene, horizonY }, smallRequest());
    const foot = extent(photo, isPink).bottom / photo.height;
    expect(foot).toBeGreaterThan(horizonY + 0.05);
    expect(foot).toBeLessThan(0.99);
  });

  test("is behind the front edge of a shelf", async () => {
    const scene = { ...plainScene, horizonY: 0.6, frontY: 0.76 };
    const photo = await compose(drawJar([200, 20, 160]), scene, smallRequest());
    const foot = extent(photo, isPink).bottom / photo.height;
    expect(foot).toBeGreaterThan(0.65);
    expect(foot).toBeLessThan(0.765);
  });
});

describe("the product's own pixels", () => {
  const extremes = [
    { key: [1.12, 1.04, 0.96], slope: 0.18, around: 1 },
    { key: [0.6, 0.64, 0.68], slope: 0.18, around: 0 },
  ] as const;

  test.each(extremes)("are multiplied by a smooth gain within the bounds: %j", async (extreme) => {
    const product = withMargin(drawMug());
    const pixels = await scaleProduct(product, measureBalance(product), { width: 420, height: 420 });
    const fields = productFields(pixels);
    const standing = {
      ...fields,
      contact: findContact(fields.alpha),
      frame: { width: 1024, height: 1024, left: 300, top: 340 },
    };
    const around = createField(64, 64, 3);
    around.data.fill(extreme.around);
    const scene = { ...styleDefinitions.studio.scene, shadow: 1, rim: 0 };
    const { key, slope } = extreme;
    const { gain, glow } = relightProduct(standing, scene, { ground: [1, 0.2, 0.1], around, key, slope });
    const gains = range(gain.data);
    expect(gains.least).toBeGreaterThanOrEqual(Math.fround(relightBounds.leastGain));
    expect(gains.most).toBeLessThanOrEqual(Math.fround(relightBounds.mostGain));
    expect(range(glow.data).most).toBeLessThanOrEqual(relightBounds.wrap + 1e-6);
    let steepest = 0;
    for (let y = 0; y < gain.height - 1; y++) {
      for (let x = 0; x < gain.width - 1; x++) {
        const isInside = (px: number, py: number) =>
          (fields.alpha.data[Math.min(419, py * 2 + 1) * 420 + Math.min(419, px * 2 + 1)] as number) > 0.99;
        if (!isInside(x, y) || !isInside(x + 1, y) || !isInside(x, y + 1)) continue;
        const at = (px: number, py: number) => gain.data[(py * gain.width + px) * 3] as number;
        const here = at(x, y);
        steepest = Math.max(steepest, Math.abs(at(x + 1, y) - here), Math.abs(at(x, y + 1) - here));
      }
    }
    // Gains are two pixels apart: at most 0.04 per pixel, where the product meets the ground.
    expect(steepest).toBeLessThan(0.08);
  });
});

function range(values: Float32Array) {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return { least, most };
}

describe("a painted scene", () => {
  test("that is lit from one side lights that side of the product and casts the shadow to the other", async () => {
    const product = drawJar([128, 128, 128]);
    const sides = async (slope: number) => {
      const request = { ...requestFor(), width: 512, height: 512 };
      const photo = await compose(product, { ...plainScene, slope }, request);
      const { left, width, top, height } = photo.plan.product;
      const at = (x: number, y: number) => photoBlock(photo.data, photo.width, x * 512, y * 512);
      const row = top + height * 0.4;
      const lit = mean(at(left + width * 0.8, row)) / mean(at(left + width * 0.2, row));
      // Brightness of the table beside the foot, without the scene's own slope.
      const beside = (x: number) => {
        return mean(at(x, photo.plan.groundY + 0.012)) / Math.exp(slope * (x - 0.5));
      };
      const shadow = beside(left + width + 0.03) / beside(left - 0.04);
      return { lit, shadow };
    };
    const [right, left] = [await sides(0.8), await sides(-0.8)];
    expect(right.lit).toBeGreaterThan(1.05);
    expect(left.lit).toBeLessThan(0.95);
    expect(right.shadow).toBeGreaterThan(1.03);
    expect(left.shadow).toBeLessThan(0.97);
  });
});

describe("a painted scene that is not a usable picture", () => {
  const cases: Record<string, () => Promise<Uint8Array>> = {
    "no bytes": async () => new Uint8Array(),
    "a web page": async () => Buffer.from("<!doctype html><title>502</title>".repeat(20)),
    "a drawing in a language": async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    "half a picture": async () => (await drawScene(plainScene)).subarray(0, 400),
    "a claim of 4,000 megapixels": async () => rawPng(65_000, 65_000, 4),
    "85 compressed texts": async () => pngOfTexts((await drawScene(plainScene)).subarray(0, 600)),
    "a text that is none": () => readFile(new URL("./backdrop.ts", import.meta.url)),
  };

  test.each(Object.keys(cases))("throws UnreadableImageError: %s", async (name) => {
    const bytes = (await cases[name]?.()) ?? new Uint8Array();
    const error = await compose(drawMug(), bytes).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UnreadableImageError);
  });

  test("fails with GenerationError, not with an error about the caller's picture", {
    timeout: 120_000,
  }, async () => {
    const { rgba, width, height } = drawMug();
    const image = await sharp(rgba, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer();
    const request = { ...smallRequest(), image };
    const context = {
      caller: "tester",
      signal: new AbortController().signal,
      deadlineAtMs: Date.now() + 100_000,
    };
    const plan = await planInWorker(request, context);
    expect(plan.groundY).toBeGreaterThan(plan.horizonY);
    const { bytes: photo } = await composeScene(
      { ...request, plan, scene: await drawScene(plainScene) },
      context,
    );
    expect((await sharp(photo).metadata()).width).toBe(request.width);
    const broken = composeScene({ ...request, plan, scene: Buffer.from("<html>") }, context);
    await expect(broken).rejects.toBeInstanceOf(GenerationError);
  });
});
