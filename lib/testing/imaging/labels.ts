import sharp from "sharp";
import type { RgbPicture } from "#lib/imaging/text/find-lines.ts";
import type { Picture } from "./edge-quality.ts";

/** A sample picture of a product; `alpha.png`: its true outline. */
export const sampleFile = (name: string, form: "jpg" | "alpha.png" = "jpg") =>
  `public/samples/${name}.${form}`;

/** A sample product with its true outline. */
export async function readSample(name: string): Promise<Picture> {
  const alpha = await sharp(sampleFile(name, "alpha.png")).extractChannel(0).raw().toBuffer();
  const { data, info } = await sharp(sampleFile(name))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  for (let i = 0; i < alpha.length; i++) data[i * 4 + 3] = alpha[i] as number;
  return { rgba: data, width: info.width, height: info.height };
}

export async function readRgb(image: Uint8Array): Promise<RgbPicture> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { rgb: data, width: info.width, height: info.height };
}
