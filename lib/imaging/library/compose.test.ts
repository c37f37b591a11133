import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { aspectRatios, outputSize } from "#lib/contract/photos/styles.ts";
import { drawCutOut, drawMug } from "#lib/testing/imaging/drawn-products.ts";
import type { RenderOptions } from "../generator.ts";
import { renderStudioPhoto } from "../index.ts";
import { linearOfByte } from "../pixels/color.ts";
import type { ProductCutOut } from "../pixels/cut-out.ts";
import { numberPicture } from "../pixels/open-picture.ts";
import { sampleField } from "../pixels/sampling.ts";
import { relightBounds } from "../renderer/light/relight.ts";
import { designSize } from "../renderer/set/view.ts";
import { stopWorkers } from "../worker/pool.ts";
import { composeInScene } from "./compose.ts";
import { chooseView } from "./place.ts";
import { readMaps } from "./plates.ts";
import { measurePitchDeg } from "./product-pitch.ts";
import { listSceneFolders, loadScene } from "./scene-files.ts";
import { lightLeft } from "./shade.ts";

afterAll(() => stopWorkers());

const ids = listSceneFolders().map(({ id }) => id);
const scenes = await Promise.all(ids.map(loadScene));
/** Scenes in which something may stand in front of the product: all but those seen from above. */
const withFront = ids.filter((_, at) => scenes[at]?.views.some(({ hasFront }) => hasFront));
const side = 384;

/** An upright cylinder of one plain color, seen from 15° above. */
function drawJar(color: readonly [number, number, number]): ProductCutOut {
  return drawCutOut(300, 420, (x, y) => {
    const across = (x + 0.5 - 150) / 110;
    const bulge = 28 * Math.sqrt(Math.max(0, 1 - across * across));
    return Math.abs(across) < 1 && y > 60 - bulge && y < 362 + bulge ? [...color, 255] : null;
  });
}

function requestFor(libraryScene: string, options: RenderOptions = {}, size = { width: side, height: side }) {
  const about = { style: "lifestyle", prompt: null, aspectRatio: "1:1", resolution: "1K" } as const;
  return { ...about, ...size, libraryScene, options };
}

/** A gray jar with the scene's own light and shadow, which several tests measure. */
const grayJar = drawJar([120, 120, 120]);
const composedJars = new Map<string, ReturnType<typeof compose>>();
function composeGrayJar(id: string): ReturnType<typeof compose> {
  const composed = composedJars.get(id) ?? compose(grayJar, id);
  composedJars.set(id, composed);
  return composed;
}

function compose(product: ProductCutOut, id: string, options: RenderOptions = {}) {
  return composeInScene(product, requestFor(id, options), { design: { width: side, height: side } });
}

describe.each(ids)("a product in the scene %s", (id) => {
  test("is relit within the limits for each channel and between channels", async () => {
    const lit = await composeGrayJar(id);
    const plain = await compose(grayJar, id, { light: { relight: false } });
    const { left, top, width, height } = lit.boundingBox ?? { left: 0, top: 0, width: 0, height: 0 };
    expect(plain.boundingBox).toEqual(lit.boundingBox);
    for (let y = top + Math.round(0.15 * height); y < top + 0.85 * height; y += 3) {
      for (let x = left + Math.round(0.15 * width); x < left + 0.85 * width; x += 3) {
        const ratios = [0, 1, 2].map((c) => {
          const at = (y * side + x) * 3 + c;
          return (linearOfByte[lit.rgb[at] ?? 0] ?? 0) / (linearOfByte[plain.rgb[at] ?? 0] ?? 1);
        });
        // The tolerance covers rounded bytes, and the light wrap that adds up to `wrap` of the background's light.
        expect(Math.min(...ratios)).toBeGreaterThan(relightBounds.leastGain - 0.04);
        expect(Math.max(...ratios)).toBeLessThan(relightBounds.mostGain + 0.04);
        expect(Math.max(...ratios) / Math.min(...ratios)).toBeLessThan(1.3);
      }
    }
  });

  test("only darkens its surroundings, and nothing that is far away and not lit by the lamps", async () => {
    const [shaded, plain] = [await composeGrayJar(id), await compose(grayJar, id, { shadow: 0 })];
    const scene = await loadScene(id);
    const { view } = chooseView(scene, await measurePitchDeg(grayJar));
    const { keyShare } = await readMaps(view);
    const box = shaded.boundingBox ?? { left: 0, top: 0, width: 0, height: 0 };
    let [darker, brightest, farthest] = [0, 0, 0];
    for (let i = 0; i < side * side; i++) {
      const [x, y] = [i % side, Math.floor(i / side)];
      const isIn = x >= box.left && x < box.left + box.width && y >= box.top && y < box.top + box.height;
      if (isIn) continue;
      const lost = (plain.rgb[i * 3 + 1] ?? 0) - (shaded.rgb[i * 3 + 1] ?? 0);
      brightest = Math.max(brightest, -lost);
      if (lost > 4) darker++;
      const isFar = Math.abs(x - (box.left + box.width / 2)) > 1.6 * box.height + box.width;
      const share = sampleField(keyShare, (x / side) * keyShare.width, (y / side) * keyShare.height);
      if (isFar && share < 0.004) farthest = Math.max(farthest, lost);
    }
    expect(brightest).toBeLessThanOrEqual(1);
    expect(farthest).toBeLessThan(3);
    expect(darker).toBeGreaterThan(40);
  });

  test("is byte-identical for the same seed, and differs for another seed", async () => {
    const product = drawMug();
    const [first, again, other] = [
      await compose(product, id, { seed: 7 }),
      await compose(product, id, { seed: 7 }),
      await compose(product, id, { seed: 8 }),
    ];
    expect(Buffer.compare(first.rgb, again.rgb)).toBe(0);
    expect(Buffer.compare(first.rgb, other.rgb)).not.toBe(0);
  });
});

describe.each(withFront)("a product in the scene %s", (id) => {
  test("is covered by objects in the foreground", async ({ skip }) => {
    const scene = await loadScene(id);
    const jar = drawJar([250, 0, 250]);
    const { view } = chooseView(scene, await measurePitchDeg(jar));
    const { front } = await readMaps(view);
    if (!front) throw new Error("the view has no foreground");
    const solid: { x: number; y: number }[] = [];
    for (let y = 8; y < front.height - 8; y += 4) {
      for (let x = 8; x < front.width - 8; x += 4) {
        const around = [-4, 0, 4].flatMap((dy) => [-4, 0, 4].map((dx) => (y + dy) * front.width + x + dx));
        const opaque = around.every((at) => (front.data[at * 4 + 3] ?? 0) > 0.99);
        if (opaque) solid.push({ x: x / front.width, y: y / front.height });
      }
    }
    const place = solid[Math.floor(solid.length / 2)];
    if (!place) return skip("only blades of grass stand in front");
    const bare = { shadow: 0, reflection: 0 };
    const over = await compose(jar, id, { ...bare, layout: { ...place, scale: 0.4 } });
    const beside = await compose(jar, id, { ...bare, layout: { x: 1 - place.x, y: 0.3, scale: 0.05 } });
    let most = 0;
    for (const { x, y } of solid) {
      const at = (Math.round(y * side) * side + Math.round(x * side)) * 3;
      for (const c of [0, 1, 2])
        most = Math.max(most, Math.abs((over.rgb[at + c] ?? 0) - (beside.rgb[at + c] ?? 0)));
    }
    expect(most).toBeLessThan(14);
  });
});

describe("a photo in a library scene", () => {
  const [id = ""] = ids;

  test("has its own arrangement for each of nineteen pictures and two seeds, the same each time", async () => {
    const scene = await loadScene(id);
    const pictures = Array.from({ length: 19 }, (_, at) => Buffer.from(`picture ${at}`));
    const choose = async (seed?: number) => {
      const numbers = await Promise.all(pictures.map(numberPicture));
      const choices = numbers.map((pictureNumber) => chooseView(scene, 14, { seed, pictureNumber }));
      return choices.map(({ view, ...rest }) => JSON.stringify([view.file, view.mirrored, rest]));
    };
    const [chosen, again, other] = [await choose(), await choose(0), await choose(1)];
    expect(new Set([...chosen, ...other]).size).toBe(38);
    expect(again).toEqual(chosen);
    expect(new Set(chosen.map((choice) => choice.includes("true"))).size).toBe(2);
  });

  test("is byte-identical for the same picture number, and differs for another number", async () => {
    const design = { width: 128, height: 128 };
    const make = async (pictureNumber: number) => {
      const { rgb } = await composeInScene(
        drawMug(),
        { ...requestFor(id, {}, design), pictureNumber },
        { design },
      );
      return Buffer.from(rgb);
    };
    const [one, again, other] = [await make(5), await make(5), await make(6)];
    expect([one.equals(again), one.equals(other)]).toEqual([true, false]);
  });

  test.each(aspectRatios)("in %s has the requested size and shows the whole product", async (ratio) => {
    const size = outputSize(ratio, "1K");
    const request = requestFor(id, {}, size);
    const { rgb, boundingBox } = await composeInScene(drawMug(), request, { design: designSize(size) });
    expect(rgb.length).toBe(size.width * size.height * 3);
    const box = boundingBox ?? { left: 0, top: 0, width: 0, height: 0 };
    expect(box.top).toBeGreaterThan(0.02 * size.height);
    expect(box.top + box.height).toBeLessThan(0.98 * size.height);
    expect(box.left).toBeGreaterThan(0.02 * size.width);
    expect(box.left + box.width).toBeLessThan(0.98 * size.width);
  });

  test("shows the product in the same place at eight times the size", async () => {
    const product = drawJar([200, 20, 160]);
    const size = { width: 8 * side, height: 8 * side };
    const [small, large] = [
      await composeInScene(product, requestFor(id), { design: { width: side, height: side } }),
      await composeInScene(product, requestFor(id, {}, size), { design: { width: side, height: side } }),
    ];
    expect(Math.abs((large.boundingBox?.left ?? 0) / 8 - (small.boundingBox?.left ?? 9))).toBeLessThan(2);
    expect(Math.abs((large.boundingBox?.top ?? 0) / 8 - (small.boundingBox?.top ?? 9))).toBeLessThan(2);
  });

  test("is rendered by the pixel worker from an encoded picture", { timeout: 120_000 }, async () => {
    const { rgba, width, height } = drawMug();
    const image = await sharp(rgba, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer();
    const photo = await renderStudioPhoto(
      { ...requestFor(id, {}, { width: 1024, height: 1024 }), image },
      { caller: "tester", signal: new AbortController().signal, deadlineAtMs: Date.now() + 100_000 },
    );
    expect(await sharp(photo.bytes).metadata()).toMatchObject({ format: "jpeg", width: 1024, height: 1024 });
  });

  test("fails for an unknown scene, and for a path in place of a scene name", async () => {
    await expect(compose(drawMug(), "no-such-scene")).rejects.toThrow();
    await expect(compose(drawMug(), "../scenes")).rejects.toThrow("not the name of a scene");
  });
});

test("a shadow removes at most the light of the lamps", () => {
  expect(lightLeft(0.3, 1, 0)).toBeCloseTo(0.7);
  expect(lightLeft(0, 1, 0)).toBe(1);
});
