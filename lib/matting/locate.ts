import sharp from "sharp";
import type { OpenPicture, Size } from "./decode.ts";
import { type Box, clean, type Mask, normalise, solidBox } from "./mask.ts";
import { networkStride, segment } from "./network.ts";
import { fillDisputedHoles } from "./second-opinion.ts";
import { solidify } from "./solidify.ts";

/** The network was trained at 1024 × 1024. Three quarters of that, spent on the product alone, show more of it. */
const closeSide = 1024;
const closePixels = 1024 * 768;
const overviewSide = 576;
/** Part of the product's longer side that a close look takes in around it. */
const margin = 0.1;
/** Where the product with its margin takes this much of the picture, a close look takes all of it. */
const mostlyFilled = 0.85;
/** The overview's box includes what it is unsure about. */
const unsure = 0.25;
const solid = 0.5;
/** A close look that finds less than this part of what the first look was sure of has lost the product. */
const leastKept = 0.6;

/** Where the product is, in parts of the picture's width and height. */
export interface Overview {
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Part of the picture that surely is product. */
  coverage: number;
  /** The network's coarse mask of the whole picture; null when the picture's own alpha said where. */
  mask: Mask | null;
}

/** A part of a picture in its pixels, the mask of it, and the pixels the network saw (mask's size × 3). */
export interface Located {
  box: Box;
  mask: Mask;
  rgb: Uint8Array;
}

/** A first, coarse look at the whole picture; null when nothing stands out. */
export async function glance(picture: OpenPicture): Promise<Overview | null> {
  const size = networkSize(picture, overviewSide, overviewSide ** 2);
  const mask = await findMask(await picture.read(size, 3), size);
  const box = solidBox(mask, unsure);
  if (box === null) return null;
  return {
    left: box.left / mask.width,
    top: box.top / mask.height,
    right: (box.left + box.width) / mask.width,
    bottom: (box.top + box.height) / mask.height,
    coverage: solidPixels(mask) / mask.alpha.length,
    mask,
  };
}

/**
 * The mask of the product from a close look at where the overview saw it. `rgba` is the picture, × 4. When the
 * close look disagrees with the overview or its product runs out of the part looked at, the whole is looked at.
 */
export async function lookClosely(rgba: Uint8Array, size: Size, overview: Overview | null): Promise<Located> {
  const whole: Box = { left: 0, top: 0, ...size };
  const box = overview === null ? whole : closeBox(overview, size);
  const close = await locate(rgba, size, box);
  if (overview === null || (box.width === size.width && box.height === size.height)) return close;
  const seen = (box.width * box.height) / (size.width * size.height);
  const covered = (solidPixels(close.mask) / close.mask.alpha.length) * seen;
  const isLost = covered < leastKept * overview.coverage;
  if (isLost || runsOut(close.mask, box, size)) return await locate(rgba, size, whole);
  if (overview.mask !== null) fillDisputedHoles(close.mask, overview.mask, box, size);
  return close;
}

async function locate(rgba: Uint8Array, size: Size, box: Box): Promise<Located> {
  const seen = networkSize(box, closeSide, closePixels);
  const rgb = await sharp(rgba, { raw: { ...size, channels: 4 } })
    .extract(box)
    .removeAlpha()
    .resize({ ...seen, fit: "fill" })
    .raw()
    .toBuffer();
  return { box, mask: await findMask(rgb, seen), rgb };
}

async function findMask(rgb: Uint8Array, size: Size): Promise<Mask> {
  const mask: Mask = { alpha: await segment(rgb, size.width, size.height), ...size };
  normalise(mask);
  clean(mask);
  solidify(mask);
  return mask;
}

/**
 * Size at which the network sees a part of a picture: its shape kept, sides in the network's steps, neither side
 * above `longest` and no more than about `pixels` in all.
 */
export function networkSize({ width, height }: Size, longest: number, pixels: number): Size {
  const scale = Math.min(longest / Math.max(width, height), Math.sqrt(pixels / (width * height)));
  const step = (length: number) =>
    Math.min(longest, Math.max(networkStride, Math.round((length * scale) / networkStride) * networkStride));
  return { width: step(width), height: step(height) };
}

/** The overview's product with its margin, in pixels of the picture; all of it when that is most of it. */
function closeBox({ left, top, right, bottom }: Overview, size: Size): Box {
  const pad = margin * Math.max((right - left) * size.width, (bottom - top) * size.height);
  const x = Math.max(0, Math.floor(left * size.width - pad));
  const y = Math.max(0, Math.floor(top * size.height - pad));
  const width = Math.min(size.width, Math.ceil(right * size.width + pad)) - x;
  const height = Math.min(size.height, Math.ceil(bottom * size.height + pad)) - y;
  if (width * height >= mostlyFilled * size.width * size.height) return { left: 0, top: 0, ...size };
  return { left: x, top: y, width, height };
}

/** Whether the product touches a side of the box that is not a side of the picture. */
function runsOut({ alpha, width, height }: Mask, box: Box, size: Size): boolean {
  const isCut = (start: number, step: number, count: number) => {
    let touching = 0;
    for (let index = 0; index < count; index += 1) {
      if ((alpha[start + index * step] ?? 0) >= solid) touching += 1;
    }
    return touching >= 2;
  };
  return (
    (box.left > 0 && isCut(0, width, height)) ||
    (box.top > 0 && isCut(0, 1, width)) ||
    (box.left + box.width < size.width && isCut(width - 1, width, height)) ||
    (box.top + box.height < size.height && isCut(width * (height - 1), 1, width))
  );
}

function solidPixels({ alpha }: Mask): number {
  let count = 0;
  for (const value of alpha) if (value >= solid) count += 1;
  return count;
}
