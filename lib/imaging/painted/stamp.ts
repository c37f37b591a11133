import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { testSize } from "#lib/contract/keys/test-mode.ts";
import type { ResultFormat } from "#lib/contract/photos/values.ts";
import { encodeNoted, findOrigin } from "#lib/images/origin.ts";
import type { PictureInput } from "#lib/images/picture.ts";
import { inFormat } from "#lib/imaging/matting/encode.ts";
import { marksFor } from "#lib/imaging/pixels/watermark.ts";

/** Makes the copy of a result that test mode returns: at most 1K, with the watermark, in the same format. */
export async function stampResult(image: PictureInput, format: ResultFormat) {
  const source = await sharp(image).metadata();
  const { width, height } = testSize(source);
  const pixels = await sharp(image)
    .resize({ width, height, fit: "fill" })
    .toColourspace("srgb")
    .png()
    .toBuffer();
  const marked = sharp(pixels).composite(await marksFor({ width, height }));
  const file = typeof image === "string" ? await readFile(image) : image;
  const { data } = await encodeNoted(inFormat[format](marked), format, findOrigin(file));
  return { bytes: data, width, height };
}
