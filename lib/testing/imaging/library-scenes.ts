import { describe, expect, test } from "vitest";
import type { RenderOptions } from "#lib/imaging/generator.ts";
import { chooseView, framePhoto } from "#lib/imaging/library/framing.ts";
import { readMaps } from "#lib/imaging/library/plates.ts";
import { listSceneFolders, loadScene } from "#lib/imaging/library/scene-files.ts";
import { makePixels } from "#lib/imaging/painted/studio.ts";
import { linearOfByte } from "#lib/imaging/pixels/color.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import { sampleField } from "#lib/imaging/pixels/sampling.ts";
import { relightBounds } from "#lib/imaging/renderer/light/relight.ts";
import { measureBelowGround, measurePitchDeg } from "#lib/imaging/renderer/product/outline.ts";
import { withMargin } from "#lib/imaging/renderer/product/product.ts";
import { turnProduct } from "#lib/imaging/renderer/product/turn.ts";
import { drawCutOut, drawMug } from "./drawn-products.ts";

export const ids = listSceneFolders().map(({ id }) => id);
const scenes = await Promise.all(ids.map(loadScene));
/** Scenes in which something may stand in front of the product: all but those seen from above. */
export const withFront = ids.filter((_, at) => scenes[at]?.views.some(({ hasFront }) => hasFront));
export const side = 384;

/** An upright cylinder of one plain color, seen from 15° above. */
export function drawJar(color: readonly [number, number, number]): ProductCutOut {
  return drawCutOut(300, 420, (x, y) => {
    const across = (x + 0.5 - 150) / 110;
    const bulge = 28 * Math.sqrt(Math.max(0, 1 - across * across));
    return Math.abs(across) < 1 && y > 60 - bulge && y < 362 + bulge ? [...color, 255] : null;
  });
}

export function requestFor(
  libraryScene: string,
  options: RenderOptions = {},
  size = { width: side, height: side },
) {
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

export function compose(product: ProductCutOut, id: string, options: RenderOptions = {}) {
  return makePixels(product, requestFor(id, options), { design: { width: side, height: side } });
}

/** The view of a photo without a seed, and the part of its plate that the photo shows, as shares of the plate. */
async function framedView(product: ProductCutOut, id: string, scale?: number) {
  const choice = chooseView(await loadScene(id), await measurePitchDeg(product));
  const frame = { width: side, height: side };
  const below = await measureBelowGround(product);
  const { crop } = framePhoto(choice, withMargin(turnProduct(product)), { frame, scale, below });
  const share = (pixels: number) => pixels / choice.view.pixels;
  const part = {
    left: share(crop.left),
    top: share(crop.top),
    width: share(crop.width),
    height: share(crop.height),
  };
  return { view: choice.view, part };
}

/** Tests of a product in each of the scenes. */
export function describeScenes(chosen: readonly string[]): void {
  describe.each(chosen)("a product in the scene %s", (id) => {
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
      const { view, part } = await framedView(grayJar, id);
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
        const [u, v] = [part.left + (x / side) * part.width, part.top + (y / side) * part.height];
        const share = sampleField(keyShare, u * keyShare.width, v * keyShare.height);
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
}

/** Tests of scenes in which something may stand in front of the product. */
export function describeForegrounds(chosen: readonly string[]): void {
  describe.each(chosen)("a product in the scene %s", (id) => {
    test("is covered by objects in the foreground", async ({ skip }) => {
      const jar = drawJar([250, 0, 250]);
      const scale = 0.4;
      const { view, part } = await framedView(jar, id, scale);
      const { front } = await readMaps(view);
      if (!front) throw new Error("the view has no foreground");
      const solid: { x: number; y: number }[] = [];
      for (let y = 8; y < front.height - 8; y += 4) {
        for (let x = 8; x < front.width - 8; x += 4) {
          const around = [-4, 0, 4].flatMap((dy) => [-4, 0, 4].map((dx) => (y + dy) * front.width + x + dx));
          const isOpaque = around.every((at) => (front.data[at * 4 + 3] ?? 0) > 0.99);
          const [column, row] = [
            (x / front.width - part.left) / part.width,
            (y / front.height - part.top) / part.height,
          ];
          if (isOpaque && Math.min(column, row) > 0.01 && Math.max(column, row) < 0.99)
            solid.push({ x: column, y: row });
        }
      }
      const place = solid[Math.floor(solid.length / 2)];
      if (!place) return skip("nothing solid stands in front within the frame");
      const bare = { shadow: 0, reflection: 0 };
      const over = await compose(jar, id, { ...bare, layout: { ...place, scale } });
      const beside = await compose(jar, id, {
        ...bare,
        layout: { x: place.x < 0.5 ? 2 : -1, y: 0.3, scale },
      });
      let most = 0;
      for (const { x, y } of solid) {
        const at = (Math.round(y * side) * side + Math.round(x * side)) * 3;
        for (const c of [0, 1, 2])
          most = Math.max(most, Math.abs((over.rgb[at + c] ?? 0) - (beside.rgb[at + c] ?? 0)));
      }
      expect(most).toBeLessThan(14);
    });
  });
}
