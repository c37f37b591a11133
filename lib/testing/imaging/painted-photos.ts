import sharp from "sharp";
import { type AspectRatio, outputSize, type Style } from "#lib/contract/photos/styles.ts";
import { planScene } from "#lib/imaging/painted/plan.ts";
import { makePixels } from "#lib/imaging/painted/studio.ts";
import { linearOfByte } from "#lib/imaging/pixels/color.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import { finishPhoto } from "#lib/imaging/renderer/compose.ts";
import { designSize } from "#lib/imaging/renderer/set/view.ts";
import { drawCutOut } from "./drawn-products.ts";
import { type DrawnScene, drawScene } from "./drawn-scenes.ts";

export function requestFor(aspectRatio: AspectRatio = "1:1", style: Style = "studio") {
  return { style, prompt: null, aspectRatio, resolution: "1K" as const, ...outputSize(aspectRatio, "1K") };
}

/** A request that renders in a tenth of the time, for what does not depend on the size. */
export const smallRequest = (style: Style = "studio") => ({
  ...requestFor("1:1", style),
  width: 320,
  height: 320,
});

/** A cylinder of one plain color. */
export function drawJar(color: readonly [number, number, number]): ProductCutOut {
  return drawCutOut(300, 300, (x, y) => {
    const across = (x + 0.5 - 150) / 110;
    const foot = 262 + 20 * Math.sqrt(Math.max(0, 1 - across * across));
    return Math.abs(across) < 1 && y > 30 && y < foot ? [...color, 255] : null;
  });
}

export async function compose(
  product: ProductCutOut,
  scene: DrawnScene | Uint8Array,
  request = requestFor(),
) {
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

export const plainScene = { width: 400, height: 400, horizonY: 0.58 };

interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
}

export const isPink = (r: number, g: number, b: number) => r - g > 60 && b - g > 30;

export function extent({ data, width, height }: Pixels, is: (r: number, g: number, b: number) => boolean) {
  let [left, right, bottom] = [width, 0, 0];
  for (let i = 0; i < width * height; i++) {
    if (!is(data[i * 3] as number, data[i * 3 + 1] as number, data[i * 3 + 2] as number)) continue;
    left = Math.min(left, i % width);
    right = Math.max(right, i % width);
    bottom = Math.max(bottom, Math.floor(i / width));
  }
  return { left, right, bottom };
}

export const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

export function photoBlock(data: Uint8Array, width: number, left: number, top: number): number[] {
  return Array.from({ length: 64 }, (_, i) => {
    const at = ((Math.round(top) + (i >> 3)) * width + Math.round(left) + (i & 7)) * 3 + 1;
    return linearOfByte[data[at] as number] as number;
  });
}
