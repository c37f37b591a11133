import { join } from "node:path";
import sharp from "sharp";
import type { StudioCutOut } from "#lib/generators/studio/product.ts";

/** A sample product cut out along its true alpha, as it was rendered. */
export async function loadSampleCutOut(folder: string, name: string): Promise<StudioCutOut> {
  const { data, info } = await sharp(join(folder, `${name}.alpha.png`))
    .toColourspace("b-w")
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const color = await sharp(join(folder, `${name}.jpg`))
    .removeAlpha()
    .raw()
    .toBuffer();
  const { width, height } = info;
  const rgba = new Uint8Array(width * height * 4);
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let i = 0; i < width * height; i++) {
    const alpha = data[i] as number;
    rgba.set([color[i * 3] as number, color[i * 3 + 1] as number, color[i * 3 + 2] as number, alpha], i * 4);
    if (alpha < 8) continue;
    left = Math.min(left, i % width);
    right = Math.max(right, i % width);
    top = Math.min(top, Math.floor(i / width));
    bottom = Math.max(bottom, Math.floor(i / width));
  }
  return { rgba, width, height, box: { left, top, width: right - left + 1, height: bottom - top + 1 } };
}
