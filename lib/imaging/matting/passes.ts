import sharp from "sharp";
import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import { boundingBox } from "#lib/imaging/pixels/boxes.ts";
import { clean } from "#lib/imaging/pixels/components.ts";
import { countSolid, type Mask, normalize } from "#lib/imaging/pixels/mask.ts";
import type { OpenPicture } from "#lib/imaging/pixels/open-picture.ts";
import { settleDoubt } from "./doubt.ts";
import { fillDisputedHoles, fillOpaqueInterior, measureDispute } from "./holes.ts";
import { networkSize, segment } from "./network/index.ts";
import type { Look } from "./network/spec.ts";
import { boxWithMargin, grown, runsOut, type Shares, touchesSide } from "./part.ts";

// Chosen on the sample products, by their edge errors.
/** Alpha from which the coarse pass counts a pixel to the product's box: what it is unsure about is in. */
const unsure = 0.25;
/** A fine pass that finds less than this share of what the coarse one was sure of has lost the product. */
const leastKept = 0.6;

/** From this dispute between the two passes on, a look at another size has the say. No sample has half of it. */
const mostDisputed = 0.07;

/** So often at most the part grows that the product runs out of. */
const mostGrown = 2;

/** Where the product is. */
export interface Overview extends Shares {
  /** Share of the picture that surely is product. */
  coverage: number;
  /** The network's coarse mask of the whole picture; null when the picture's own alpha said where. */
  mask: Mask | null;
  /** The pixels that the network saw, at the mask's size × 3. */
  rgb?: Uint8Array;
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
  const rgb = await picture.read(size, 3);
  const mask = await findMask(rgb, size);
  const box = boundingBox(mask.width, mask.height, (index) => (mask.alpha[index] ?? 0) >= unsure);
  if (box === null) return null;
  return { ...sharesOf(box, mask), coverage: countSolid(mask.alpha) / mask.alpha.length, mask, rgb };
}

/** The sides of a box in shares of the picture's width and height. */
export function sharesOf({ left, top, width, height }: Box, size: Size): Shares {
  return {
    left: left / size.width,
    top: top / size.height,
    right: (left + width) / size.width,
    bottom: (top + height) / size.height,
  };
}

/**
 * The product's mask from the part of the picture in which the coarse pass saw it. `rgba` is the picture, × 4. Where
 * that look is in doubt, and while the product runs out of the part, it is looked at again, at the size that the network
 * was trained at; where the product is lost, the mask is made from the whole picture. A mask that needs none of that is
 * settled with the coarse one where it is in doubt.
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
  let found = fine;
  const searchAgain = async (part: Box) => {
    const again = networkSize(part, "again");
    const isSame =
      part === found.box && again.width === found.mask.width && again.height === found.mask.height;
    if (!isSame) found = await locate(rgba, size, { box: part, look: "again" });
  };
  if (isInDoubt(fine, coarse, size)) await searchAgain(grown(fine, size));
  for (let left = mostGrown; left > 0 && runsOut(found, size); left -= 1)
    await searchAgain(grown(found, size));
  const seen = (found.box.width * found.box.height) / (size.width * size.height);
  const covered = (countSolid(found.mask.alpha) / found.mask.alpha.length) * seen;
  if (covered < leastKept * coverage) await searchAgain(whole);
  // Of two looks that disagree the coarse one was found wrong: the mean would take that back.
  if (found === fine) settleDoubt({ ...found, coarse, size });
  if (seen < 1) fillDisputedHoles({ ...found, coarse, size });
  return found;
}

/** A look is in doubt that disagrees with the coarse one, and one of a product that a side of its part cuts. */
function isInDoubt({ mask, box }: LocatedMask, coarse: Mask, size: Size): boolean {
  return touchesSide(mask) || measureDispute({ mask, coarse, box, size }) > mostDisputed;
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
