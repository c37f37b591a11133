import sharp from "sharp";
import { fillDisputedHoles, fillOpaqueInterior, measureDispute } from "./holes.ts";
import { type Box, boundingBox, clean, countSolid, type Mask, normalize, solid } from "./mask.ts";
import { networkSize, segment } from "./network/index.ts";
import type { Look } from "./network/spec.ts";
import type { OpenPicture, Size } from "./open-picture.ts";

// Chosen on the sample products, by their edge errors.
/** Share of the product's longer side that the fine pass takes in around it. */
const margin = 0.1;
/** Where the product with its margin takes this share of the picture, the fine pass takes all of it. */
const mostlyFilled = 0.85;
/** Alpha from which the coarse pass counts a pixel to the product's box: what it is unsure about is in. */
const unsure = 0.25;
/** A fine pass that finds less than this share of what the coarse one was sure of has lost the product. */
const leastKept = 0.6;

/** From this dispute between the two passes on, a look at another size has the say. No sample has half of it. */
const mostDisputed = 0.07;

/** Where the product is, in shares of the picture's width and height. */
export interface Overview {
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Share of the picture that surely is product. */
  coverage: number;
  /** The network's coarse mask of the whole picture; null when the picture's own alpha said where. */
  mask: Mask | null;
}

/** A part of a picture in its pixels, the mask of it, and the pixels the network saw (mask's size × 3). */
export interface LocatedMask {
  box: Box;
  mask: Mask;
  rgb: Uint8Array;
}

/** Finds the product in a small copy of the whole picture; null when nothing stands out. */
export async function coarsePass(picture: OpenPicture): Promise<Overview | null> {
  const size = networkSize(picture, "coarse");
  const mask = await findMask(await picture.read(size, 3), size);
  const box = boundingBox(mask.width, mask.height, (index) => (mask.alpha[index] ?? 0) >= unsure);
  if (box === null) return null;
  return { ...sharesOf(box, mask), coverage: countSolid(mask.alpha) / mask.alpha.length, mask };
}

/** The sides of a box in shares of the picture's width and height. */
export function sharesOf({ left, top, width, height }: Box, size: Size) {
  return {
    left: left / size.width,
    top: top / size.height,
    right: (left + width) / size.width,
    bottom: (top + height) / size.height,
  };
}

/**
 * The product's mask from the part of the picture in which the coarse pass saw it. `rgba` is the picture, × 4. Where
 * the two passes disagree much, that part is looked at once more, at the size that the network was trained at; where the
 * product is lost or runs out of that part, the mask is made from the whole picture.
 */
export async function finePass(
  rgba: Uint8Array,
  size: Size,
  overview: Overview | null,
): Promise<LocatedMask> {
  const whole: Box = { left: 0, top: 0, ...size };
  const box = overview === null ? whole : boxWithMargin(overview, size);
  const fine = await locate(rgba, size, { box, look: "fine" });
  if (overview === null || overview.mask === null) return fine;
  const { mask: coarse, coverage } = overview;
  const decisive = await decide(fine, { rgba, size, coarse });
  if (box.width === size.width && box.height === size.height) return decisive;
  const { mask } = decisive;
  const seen = (box.width * box.height) / (size.width * size.height);
  const covered = (countSolid(mask.alpha) / mask.alpha.length) * seen;
  if (covered < leastKept * coverage || runsOut(mask, box, size)) {
    return await locate(rgba, size, { box: whole, look: "fine" });
  }
  fillDisputedHoles({ mask, coarse, box, size });
  return decisive;
}

/** The fine look, or a second one at another size where the first is disputed. */
async function decide(
  fine: LocatedMask,
  { rgba, size, coarse }: { rgba: Uint8Array; size: Size; coarse: Mask },
): Promise<LocatedMask> {
  const { box, mask } = fine;
  const again = networkSize(box, "again");
  const isSame = again.width === mask.width && again.height === mask.height;
  if (isSame || measureDispute({ mask, coarse, box, size }) <= mostDisputed) return fine;
  return await locate(rgba, size, { box, look: "again" });
}

async function locate(
  rgba: Uint8Array,
  size: Size,
  { box, look }: { box: Box; look: Look },
): Promise<LocatedMask> {
  const seen = networkSize(box, look);
  const rgb = await pixelsSeen(rgba, size, { box, seen });
  return { box, mask: await findMask(rgb, seen), rgb };
}

/** A part of a picture (× 4), made as large as masks of it are; × 3. */
export async function pixelsSeen(
  rgba: Uint8Array,
  size: Size,
  { box, seen }: { box: Box; seen: Size },
): Promise<Uint8Array> {
  return await sharp(rgba, { raw: { ...size, channels: 4 } })
    .extract(box)
    .removeAlpha()
    .resize({ ...seen, fit: "fill" })
    .raw()
    .toBuffer();
}

async function findMask(rgb: Uint8Array, size: Size): Promise<Mask> {
  const mask: Mask = { alpha: await segment(rgb, size), ...size };
  normalize(mask);
  clean(mask);
  fillOpaqueInterior(mask);
  return mask;
}

/** The overview's product with its margin, in pixels of the picture; all of it when that is most of it. */
function boxWithMargin({ left, top, right, bottom }: Overview, size: Size): Box {
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
