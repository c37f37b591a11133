import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { z } from "zod";
import { stances } from "#lib/contract/photos/values.ts";
import { lookAround } from "#lib/imaging/matting/surroundings.ts";
import { visibleBox } from "#lib/imaging/pixels/boxes.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";

const index = z.array(z.object({ name: z.string(), stance: z.enum(stances) }));
const folder = new URL("../../../assets/tests/stances/", import.meta.url);

/** Rendered pictures of products with a known stance (assets/makers/stances). */
export async function listStances() {
  return index.parse(JSON.parse(await readFile(new URL("stances.json", folder), "utf8")));
}

/** One of these products, cut out by its true alpha, including what its picture shows of the ground. */
export async function readStance(name: string): Promise<ProductCutOut> {
  return await readCutOut(
    fileURLToPath(new URL(`${name}.jpg`, folder)),
    fileURLToPath(new URL(`${name}.alpha.png`, folder)),
  );
}

/**
 * Cuts out a picture by an alpha file: a grayscale picture, or one with an alpha channel. Larger pictures are downscaled
 * to `side`, by default to the size at which stances are detected.
 */
export async function readCutOut(picture: string, alphaFile: string, side = 384): Promise<ProductCutOut> {
  const small = { width: side, height: side, fit: "inside", withoutEnlargement: true } as const;
  const opened = sharp(picture).removeAlpha().resize(small).raw();
  const { data: rgb, info } = await opened.toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const { channels } = await sharp(alphaFile).metadata();
  const own = await sharp(alphaFile)
    .extractChannel(channels === 4 ? 3 : 0)
    .toColorspace("b-w")
    .png()
    .toBuffer();
  const alpha = await sharp(own).resize({ width, height, fit: "fill" }).toColorspace("b-w").raw().toBuffer();
  const rgba = new Uint8Array(width * height * 4);
  for (let i = 0; i < width * height; i++) {
    rgba.set(rgb.subarray(i * 3, i * 3 + 3), i * 4);
    rgba[i * 4 + 3] = alpha[i] ?? 0;
  }
  const box = visibleBox(rgba, { width, height }, { leastAlpha: 48 });
  if (box === null) throw new Error(`${alphaFile} shows nothing`);
  const mask = { width, height, alpha: Float32Array.from(alpha, (value) => value / 255) };
  return { rgba, width, height, box, around: await lookAround(rgb, mask) };
}
