import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { type AspectRatio, aspectRatios, outputSize, type Style } from "#lib/contract/photos/styles.ts";
import { UnreadableImageError } from "#lib/images/picture.ts";
import { drawCutOut, drawMug } from "#lib/testing/imaging/drawn-products.ts";
import { type DrawnScene, drawScene } from "#lib/testing/imaging/drawn-scenes.ts";
import { pngOfTexts, rawPng } from "#lib/testing/imaging/hostile-pictures.ts";
import { deepTest, rowsOf } from "#lib/testing/trials.ts";
import { GenerationError } from "../generator.ts";
import { composeScene, planScene as planInWorker } from "../index.ts";
import { encodeCutOut } from "../matting/encode.ts";
import { linearOfByte } from "../pixels/color.ts";
import type { ProductCutOut } from "../pixels/cut-out.ts";
import { createField } from "../pixels/field.ts";
import { finishPhoto } from "../renderer/compose.ts";
import { relightBounds, relightProduct } from "../renderer/light/relight.ts";
import { measureBalance } from "../renderer/product/balance.ts";
import { findContact } from "../renderer/product/find-contact.ts";
import { productFields, scaleProduct, withMargin } from "../renderer/product/product.ts";
import { designSize } from "../renderer/set/view.ts";
import { styleDefinitions } from "../renderer/styles/index.ts";
import { grayOf, measureGrain } from "./measure-grain.ts";
import { plannedPlacement, planScene } from "./plan.ts";
import { makePixels } from "./studio.ts";

function requestFor(aspectRatio: AspectRatio = "1:1", style: Style = "studio") {
  return { style, prompt: null, aspectRatio, resolution: "1K" as const, ...outputSize(aspectRatio, "1K") };
}

/** A request that renders in a tenth of the time, for what does not depend on the size. */
const smallRequest = (style: Style = "studio") => ({
  ...requestFor("1:1", style),
  width: 320,
  height: 320,
});

/** A cylinder of one plain color. */
function drawJar(color: readonly [number, number, number]): ProductCutOut {
  return drawCutOut(300, 300, (x, y) => {
    const across = (x + 0.5 - 150) / 110;
    const foot = 262 + 20 * Math.sqrt(Math.max(0, 1 - across * across));
    return Math.abs(across) < 1 && y > 30 && y < foot ? [...color, 255] : null;
  });
}

async function compose(product: ProductCutOut, scene: DrawnScene | Uint8Array, request = requestFor()) {
  const { width, height } = request;
  const usual = designSize(request);
  // As in the service, except for a small photo: the usual design takes most of its time.
  const design = width < usual.width ? { width, height } : usual;
  const plan = await planScene(product, request, design);
  const bytes = scene instanceof Uint8Array ? scene : await drawScene(scene);
  const whole = { ...request, plan, scene: bytes };
  const made = await makePixels(product, whole, { design });
  const { bytes: jpeg } = await finishPhoto(product, whole, made);
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
  return { jpeg, data, width: info.width, height: info.height, plan };
}

const plainScene = { width: 400, height: 400, horizonY: 0.58 };

interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
}

const isPink = (r: number, g: number, b: number) => r - g > 60 && b - g > 30;

function extent({ data, width, height }: Pixels, is: (r: number, g: number, b: number) => boolean) {
  let [left, right, bottom] = [width, 0, 0];
  for (let i = 0; i < width * height; i++) {
    if (!is(data[i * 3] as number, data[i * 3 + 1] as number, data[i * 3 + 2] as number)) continue;
    left = Math.min(left, i % width);
    right = Math.max(right, i % width);
    bottom = Math.max(bottom, Math.floor(i / width));
  }
  return { left, right, bottom };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function photoBlock(data: Uint8Array, width: number, left: number, top: number): number[] {
  return Array.from({ length: 64 }, (_, i) => {
    const at = ((Math.round(top) + (i >> 3)) * width + Math.round(left) + (i & 7)) * 3 + 1;
    return linearOfByte[data[at] as number] as number;
  });
}

describe("a photo in a painted scene", () => {
  const flat = { width: 900, height: 120 };
  const sizes: [AspectRatio, { width: number; height: number }][] = [
    ["4:3", flat],
    ...aspectRatios.map((ratio): [AspectRatio, typeof flat] => [ratio, plainScene]),
    ["4:3", { width: 120, height: 900 }],
    ["4:3", { width: 1, height: 1 }],
    ["4:3", { width: 2400, height: 2000 }],
  ];
  test.each(rowsOf(sizes, sizes.slice(0, 1)))(
    "in %s has exactly the promised size in a scene of %j, as an sRGB JPEG",
    async (ratio, { width, height }) => {
      const request = requestFor(ratio);
      const { jpeg } = await compose(drawMug(), { width, height, horizonY: 0.58 }, request);
      expect(await sharp(jpeg).metadata()).toMatchObject({
        format: "jpeg",
        space: "srgb",
        channels: 3,
        chromaSubsampling: "4:4:4",
        width: request.width,
        height: request.height,
      });
    },
  );

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

  deepTest("at 2K shows the product in the same place as at 1K", async () => {
    const request = requestFor();
    const product = drawJar([200, 20, 160]);
    const small = await compose(product, plainScene, request);
    const large = await compose(product, plainScene, { ...request, width: 2048, height: 2048 });
    const [first, second] = [extent(small, isPink), extent(large, isPink)];
    expect(Math.abs(second.left / 2 - first.left)).toBeLessThan(3);
    expect(Math.abs(second.bottom / 2 - first.bottom)).toBeLessThan(3);
  });
});

describe("the place of the product", () => {
  test.each(rowsOf([-0.15, -0.08, 0, 0.08, 0.15], [0.15]))(
    "is on the surface when the painted horizon is off by %f of the height",
    async (off) => {
      const product = drawJar([200, 20, 160]);
      const plan = await planScene(product, smallRequest());
      const horizonY = plan.horizonY + off;
      const photo = await compose(product, { ...plainScene, horizonY }, smallRequest());
      const foot = extent(photo, isPink).bottom / photo.height;
      expect(foot).toBeGreaterThan(horizonY + 0.05);
      expect(foot).toBeLessThan(0.99);
    },
  );

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

  deepTest("that is grainy gives the product a similar grain, and a clean one gives none", async () => {
    const grainOf = async (noise: number) => {
      const scene = { width: 1024, height: 1024, horizonY: 0.58, noise };
      const { data, plan } = await compose(drawJar([140, 140, 140]), scene);
      const at = (left: number, top: number) =>
        measureGrain(grayOf(data, 1024, { left, top, width: 200, height: 200 })).steps;
      const middle = (plan.product.left + plan.product.width / 2) * 1024;
      const row = (plan.product.top + plan.product.height * 0.4) * 1024;
      return { product: at(Math.round(middle - 100), Math.round(row)), scene: at(10, 20) };
    };
    const grainy = await grainOf(3);
    expect(grainy.product / grainy.scene).toBeGreaterThan(0.7);
    expect(grainy.product / grainy.scene).toBeLessThan(1.4);
    expect((await grainOf(0)).product).toBeLessThan(0.6);
  });

  deepTest("with a glossy surface mirrors the product more than one with a dull surface", async () => {
    const product = drawJar([200, 20, 160]);
    const mirrored = async (isGlossy: boolean) => {
      const photo = await compose(product, { ...plainScene, isGlossy, table: [90, 90, 90] });
      const below = extent(photo, (r, g) => r - g > 90).bottom + 24;
      const at = (below * 1024 + 512) * 3;
      return (photo.data[at] as number) - (photo.data[at + 1] as number);
    };
    expect(await mirrored(true)).toBeGreaterThan((await mirrored(false)) + 10);
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
    const image = await encodeCutOut(drawMug(), "png");
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

/** A box whose face is fine detail: squares of four pixels in random grays. */
function drawPattern(): ProductCutOut {
  return drawCutOut(560, 460, (x, y) => {
    if (x < 30 || x >= 530 || y < 30 || y >= 430) return null;
    const cell = Math.imul((x >> 2) * 73_856_093, 19) ^ Math.imul((y >> 2) * 19_349_663, 7);
    const gray = 70 + ((Math.imul(cell, 0x9e3779b1) >>> 0) % 120);
    return [gray, gray, gray, 255];
  });
}

deepTest(
  "a product's own pixels retain their detail, and differ in the photo only by gradual changes of brightness",
  async () => {
    const product = drawPattern();
    const scene = { ...plainScene, slope: 0.8, table: [120, 60, 20] as const };
    const { data, width, plan } = await compose(product, scene);
    const wide = withMargin(product);
    const placement = plannedPlacement(plan, wide.box, { width: 1024, height: 1024 });
    const own = await scaleProduct(wide, measureBalance(wide), placement);
    const inset = 24;
    const ratios: number[] = [];
    const [mine, theirs]: [number[], number[]] = [[], []];
    for (let y = inset; y < own.height - 3 * inset; y += 4) {
      for (let x = inset; x < own.width - inset; x += 4) {
        const [a, b] = [blockOf(own, x, y), photoBlock(data, width, placement.left + x, placement.top + y)];
        ratios.push(mean(b) / mean(a));
        for (const value of a) mine.push(value / mean(a) - 1);
        for (const value of b) theirs.push(value / mean(b) - 1);
      }
    }
    expect(Math.min(...ratios)).toBeGreaterThan(relightBounds.leastGain - 0.05);
    expect(Math.max(...ratios)).toBeLessThan(relightBounds.mostGain + 0.05);
    expect(correlation(mine, theirs)).toBeGreaterThan(0.98);
  },
);

function correlation(a: readonly number[], b: readonly number[]): number {
  let [ab, aa, bb] = [0, 0, 0];
  for (const [i, value] of a.entries()) {
    const other = b[i] ?? 0;
    ab += value * other;
    aa += value * value;
    bb += other * other;
  }
  return ab / Math.sqrt(aa * bb);
}

function blockOf(own: { width: number; color: Uint16Array }, left: number, top: number): number[] {
  return Array.from({ length: 64 }, (_, i) => {
    const at = ((top + (i >> 3)) * own.width + left + (i & 7)) * 3 + 1;
    return (own.color[at] as number) / 65_535;
  });
}
