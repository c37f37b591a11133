import sharp from "sharp";
import { maxOutputPixels } from "#lib/contract/images/limits.ts";
import type { Size } from "#lib/contract/photos/sizes.ts";
import { type PictureInput, UnreadableImageError } from "#lib/images/picture.ts";
import { boundingBox, fitInside, growBox } from "../pixels/boxes.ts";
import { openPicture } from "../pixels/open-picture.ts";
import { readPicture } from "../worker/decoder.ts";
import { encodeGrey } from "./encode.ts";
import { isNet, sizeSeen } from "./network/spec.ts";
import { type Overview, pixelsSeen, sharesOf } from "./passes.ts";
import { refine } from "./refine.ts";

/** Longest side, in pixels, at which the product's place in the mask is measured. */
const overviewSide = 512;
/** Margin around the product, as a share of its longer side, from which the background's colors are learned. */
const margin = 0.1;

/**
 * Decodes a hand-made mask as alpha of the given size: one byte per pixel, white is 255. Transparent pixels count as
 * black. Throws UnreadableImageError.
 */
async function readMask(mask: PictureInput, size: Size): Promise<Uint8Array> {
  const picture = await readPicture(mask);
  try {
    return await picture
      .open()
      .autoOrient()
      .flatten({ background: "#000000" })
      .toColourspace("b-w")
      // Mitchell's lobes leave no ring around a hard edge, unlike those of sharper kernels.
      .resize({ ...size, fit: "fill", kernel: "mitchell" })
      .extractChannel(0)
      .raw({ depth: "uchar" })
      .toBuffer();
  } catch (cause) {
    throw new UnreadableImageError("the mask is damaged", cause);
  }
}

/** Returns the product's place according to the mask; null when the mask is black everywhere. */
export async function overviewOf(mask: PictureInput, picture: Size): Promise<Overview | null> {
  const size = fitInside(picture, overviewSide);
  const { width, height } = size;
  const alpha = await readMask(mask, size);
  const box = boundingBox(width, height, (index) => (alpha[index] ?? 0) > 0);
  if (box === null) return null;
  const total = alpha.reduce((sum, value) => sum + value, 0);
  return { ...sharesOf(box, size), coverage: total / (255 * alpha.length), mask: null };
}

/**
 * Applies a mask to a picture (`rgba`, × 4) as its alpha, in place, and removes the background's color from the
 * edges. A picture that is already cut out never becomes more opaque than it was.
 */
export async function applyMask(
  { rgba, size, hasOwnAlpha }: { rgba: Uint8Array; size: Size; hasOwnAlpha: boolean },
  mask: PictureInput,
): Promise<void> {
  const given = await readMask(mask, size);
  if (hasOwnAlpha) {
    for (let index = 0; index < given.length; index += 1) {
      rgba[index * 4 + 3] = Math.min(rgba[index * 4 + 3] ?? 0, given[index] ?? 0);
    }
    return;
  }
  const inner = boundingBox(size.width, size.height, (index) => (given[index] ?? 0) > 0);
  if (inner === null) {
    rgba.fill(0);
    return;
  }
  const box = growBox(inner, Math.ceil(margin * Math.max(inner.width, inner.height)), size);
  const seen = sizeSeen(isNet, box, "fine");
  const rgb = await pixelsSeen(rgba, size, { box, seen });
  const small = await sharp(given, { raw: { ...size, channels: 1 } })
    .extract(box)
    .resize({ ...seen, fit: "fill", kernel: "mitchell" })
    .extractChannel(0)
    .raw({ depth: "uchar" })
    .toBuffer();
  const alpha = new Float32Array(small).map((value) => value / 255);
  refine({ rgba, pictureWidth: size.width, box, mask: { alpha, ...seen }, rgb, given });
}

/** Encodes a mask as an 8-bit grey PNG, at its own size or scaled down to the pixel limit of results. */
export async function normalizeMask(mask: PictureInput): Promise<Uint8Array> {
  const { width, height } = await openPicture(mask);
  const scale = Math.min(1, Math.sqrt(maxOutputPixels / (width * height)));
  const size = {
    width: Math.max(1, Math.floor(width * scale)),
    height: Math.max(1, Math.floor(height * scale)),
  };
  return encodeGrey(await readMask(mask, size), size);
}
