import sharp from "sharp";
import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import { boundingBox } from "#lib/imaging/pixels/boxes.ts";
import { clean } from "#lib/imaging/pixels/components.ts";
import { countSolid, type Mask, normalize } from "#lib/imaging/pixels/mask.ts";
import type { OpenPicture } from "#lib/imaging/pixels/open-picture.ts";
import { closeBands } from "./bands.ts";
import { openClearHoles } from "./clear-holes.ts";
import { fillDisputedHoles, fillSpecks, measureDispute } from "./disputed-holes.ts";
import { resolveDoubt } from "./doubt.ts";
import { lookAgain } from "./exposure.ts";
import { fillForeignHoles } from "./foreign-holes.ts";
import { fillOpaqueInterior } from "./holes.ts";
import { restoreLostParts } from "./lost-parts.ts";
import { networkSize, segment } from "./network/index.ts";
import type { Look } from "./network/spec.ts";
import { boxWithMargin, grown, runsOut, type Shares, touchesSide } from "./part.ts";
import { findWholeFigure } from "./whole-figure.ts";

// Chosen on the sample products, by their edge errors.
/** Least alpha of a pixel that belongs to the coarse pass's product box; uncertain pixels are included. */
const unsure = 0.25;
/** A fine pass that finds less than this share of the coarse pass's coverage has lost the product. */
const leastKept = 0.6;

/** Above this dispute between both passes, a pass at another size decides. No sample reaches half of it. */
const mostDisputed = 0.07;

/** How many times at most a part grows when the product crosses its sides. */
const mostGrown = 2;

/** The product's place in a picture. */
export interface Overview extends Shares {
  /** Share of the picture that is certainly product. */
  coverage: number;
  /** The network's coarse mask of the whole picture; null when the place comes from given alpha. */
  mask: Mask | null;
  /** The network's input, at the mask's size × 3. */
  rgb?: Uint8Array;
  /** Whether the mask shows all that lies on a plain ground, of which the network found a part. */
  isWhole?: boolean;
}

/** A part of a picture in the picture's pixels, its mask, and the network's input (mask's size × 3). */
export interface LocatedMask {
  box: Box;
  mask: Mask;
  rgb: Uint8Array;
}

export interface FineMask extends LocatedMask {
  /** Boxes, in the picture's pixels, of bands that may belong to the product. */
  unsureBands: Box[];
}

/** Finds the product in a small copy of the whole picture; null when nothing is found. */
export async function coarsePass(picture: OpenPicture): Promise<Overview | null> {
  const size = networkSize(picture, "coarse");
  const rgb = await picture.read(size, 3);
  const { mask, isWhole } = await findMask(rgb, size, (seen) => findWholeFigure(seen, rgb));
  const box = boundingBox(mask.width, mask.height, (index) => (mask.alpha[index] ?? 0) >= unsure);
  if (box === null) return null;
  return {
    ...sharesOf(box, mask),
    coverage: countSolid(mask.alpha) / mask.alpha.length,
    mask,
    rgb,
    isWhole,
  };
}

/** Converts a box to shares of the picture's width and height. */
export function sharesOf({ left, top, width, height }: Box, size: Size): Shares {
  return {
    left: left / size.width,
    top: top / size.height,
    right: (left + width) / size.width,
    bottom: (top + height) / size.height,
  };
}

/**
 * Returns the product's mask, from the part of the picture in which the coarse pass found it. `rgba` is the picture,
 * × 4. When this mask is in doubt, or the product crosses the part's sides, the network runs again on a square, the
 * shape it was trained on; when the product is lost, on the whole picture. If it ran only once, doubtful areas are
 * averaged with the coarse mask. Parts that only the coarse pass saw return, holes are closed that another pass or their
 * color shows to be product, and opened that show plain paper; bands between parts of one product are closed.
 */
export async function finePass(rgba: Uint8Array, size: Size, overview: Overview | null): Promise<FineMask> {
  const whole: Box = { left: 0, top: 0, ...size };
  const box = overview === null ? whole : boxWithMargin(overview, size);
  const isWhole = overview?.isWhole === true;
  const fine = await locate(rgba, size, { box, look: "fine", isWhole });
  if (overview === null || overview.mask === null) return { ...fine, unsureBands: [] };
  const { mask: coarse, coverage } = overview;
  let found = fine;
  const searchAgain = async (part: Box) => {
    const again = networkSize(part, "again");
    const isSame =
      part === found.box && again.width === found.mask.width && again.height === found.mask.height;
    if (!isSame) found = await locate(rgba, size, { box: part, look: "again", isWhole });
  };
  if (isInDoubt(fine, coarse, size)) await searchAgain(grown(fine, size));
  for (let left = mostGrown; left > 0 && runsOut(found, size); left -= 1)
    await searchAgain(grown(found, size));
  const seen = (found.box.width * found.box.height) / (size.width * size.height);
  const covered = (countSolid(found.mask.alpha) / found.mask.alpha.length) * seen;
  if (covered < leastKept * coverage) await searchAgain(whole);
  // Where the network ran again, the coarse mask was found wrong: averaging would bring its errors back.
  if (found === fine) resolveDoubt({ ...found, coarse, size });
  restoreLostParts({ ...found, coarse, size });
  fillDisputedHoles({ ...found, coarse, size });
  fillSpecks({ ...found, coarse, size });
  fillForeignHoles(found, [{ mask: coarse, box: whole }, ...(found === fine ? [] : [fine])]);
  openClearHoles({ ...found, coarse, size });
  return { ...found, unsureBands: closeBands(found) };
}

/** A mask is in doubt when it disagrees with the coarse one, or when the product touches its sides. */
function isInDoubt({ mask, box }: LocatedMask, coarse: Mask, size: Size): boolean {
  return touchesSide(mask) || measureDispute({ mask, coarse, box, size }) > mostDisputed;
}

async function locate(
  rgba: Uint8Array,
  size: Size,
  { box, look, isWhole }: { box: Box; look: Look; isWhole: boolean },
): Promise<LocatedMask> {
  const seen = networkSize(box, look);
  const rgb = await pixelsSeen(rgba, size, { box, seen });
  const { mask } = await findMask(rgb, seen, (found) =>
    isWhole ? findWholeFigure(found, rgb, { isKnown: true }) : null,
  );
  return { box, mask, rgb };
}

/** Scales a part of an opaque picture (× 4) to the size `seen` of its mask; × 3. */
export async function pixelsSeen(
  rgba: Uint8Array,
  size: Size,
  { box, seen }: { box: Box; seen: Size },
): Promise<Uint8Array> {
  // With an alpha channel, scaling takes half as long again, though all of it is opaque.
  const rgb = new Uint8Array(box.width * box.height * 3);
  for (let y = 0; y < box.height; y += 1) {
    const from = ((box.top + y) * size.width + box.left) * 4;
    copyColors(rgba, from, rgb.subarray(y * box.width * 3, (y + 1) * box.width * 3));
  }
  return await sharp(rgb, { raw: { width: box.width, height: box.height, channels: 3 } })
    .resize({ ...seen, fit: "fill" })
    .raw()
    .toBuffer();
}

function copyColors(rgba: Uint8Array, from: number, row: Uint8Array): void {
  for (let to = 0, at = from; to < row.length; to += 3, at += 4) {
    row[to] = rgba[at] as number;
    row[to + 1] = rgba[at + 1] as number;
    row[to + 2] = rgba[at + 2] as number;
  }
}

/** The network's mask, or the whole figure that shows in it; what is still in doubt is looked at again. */
async function findMask(
  rgb: Uint8Array,
  size: Size,
  wholeFigure: (mask: Mask) => Mask | null,
): Promise<{ mask: Mask; isWhole: boolean }> {
  const alpha = await segment(rgb, size);
  const mask = cleaned({ alpha: alpha.slice(), ...size });
  const figure = wholeFigure(mask);
  if (figure !== null) return { mask: figure, isWhole: true };
  const again = await lookAgain(rgb, size, alpha);
  return { mask: again === null ? mask : cleaned({ alpha: again, ...size }), isWhole: false };
}

function cleaned(mask: Mask): Mask {
  normalize(mask);
  clean(mask);
  fillOpaqueInterior(mask);
  return mask;
}
