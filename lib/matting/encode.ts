import sharp from "sharp";
import type { CutOut } from "./cut-out.ts";

export type CutOutFormat = "png" | "webp";

/** Encodes a cut-out with its alpha, sRGB. PNG is lossless and tuned for speed; WebP is quality 90. */
export async function encodeCutOut(
  { rgba, width, height }: Pick<CutOut, "rgba" | "width" | "height">,
  format: CutOutFormat,
): Promise<Uint8Array> {
  const picture = sharp(rgba, { raw: { width, height, channels: 4 } });
  // Level 1 without filters is six times faster than the default for a tenth more bytes.
  if (format === "png")
    return await picture.png({ compressionLevel: 1, adaptiveFiltering: false }).toBuffer();
  return await picture.webp({ quality: 90, alphaQuality: 100, effort: 2 }).toBuffer();
}
