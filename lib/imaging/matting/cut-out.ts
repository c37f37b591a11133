import sharp from "sharp";
import { maxOutputPixels } from "#lib/contract/images/limits.ts";
import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import type { PictureInput } from "#lib/images/picture.ts";
import { NothingFoundError } from "#lib/images/picture.ts";
import { because } from "#lib/platform/reasons.ts";
import { fitInside, overlap, scaleSize, visibleBox } from "../pixels/boxes.ts";
import type { CutOut } from "../pixels/cut-out.ts";
import type { Mask } from "../pixels/mask.ts";
import { type OpenPicture, openPicture } from "../pixels/open-picture.ts";
import { findThreadBelow } from "../pixels/threads.ts";
import { examineDetail } from "../repair/examine.ts";
import { measureTilt } from "../repair/tilt.ts";
import { findClearGlass } from "./clear-glass.ts";
import { findFrameFilling } from "./frame-filling.ts";
import { applyMask, overviewOf } from "./given-mask.ts";
import { findGrass } from "./grass.ts";
import { removeGroundLines } from "./ground-lines.ts";
import { removeGroundRemains } from "./ground-remains.ts";
import { removeMirrorImage } from "./mirror-image.ts";
import { coarsePass, finePass, type Overview, sharesOf } from "./passes.ts";
import { findPrintedEnd } from "./printed-ends.ts";
import { refine } from "./refine.ts";
import { applyTransmission, findTransmission } from "./see-through.ts";
import { lookAround, lookSide } from "./surroundings.ts";
import { findUnsureParts, mostParts } from "./unsure-parts.ts";

export interface CutOutOptions {
  /** Longest side of the result in pixels; larger pictures are made smaller. */
  maxSide?: number;
  /** Longest side of the product's box in the result, so that a small product in a large picture keeps its detail. */
  maxBoxSide?: number;
  /** Alpha corrected by hand, as an encoded grey picture. The network is then not run. */
  mask?: PictureInput | undefined;
  /** Whether its text is examined too (`lib/imaging/text`). */
  examinesText?: true;
}

// Chosen by trial.
/** Alpha (0..255) from which a pixel belongs to the product's box. */
const visible = 48;
/** A product that covers less than this share of the picture counts as not found. */
const leastCoverage = 0.0005;
/** Least shares of nearly transparent and opaque pixels of a picture whose alpha counts as that of a cut-out. */
const leastTransparent = 0.01;
const leastOpaque = 0.001;

/**
 * Cuts the product out of an encoded picture, at the picture's size or smaller (`maxOutputPixels`, options). A
 * picture that is already cut out keeps its alpha. Throws NothingFoundError when no product is found, and
 * UnreadableImageError. Blocks its thread for seconds: call it in the pixel worker.
 */
export async function cutOut(image: PictureInput, options: CutOutOptions = {}): Promise<CutOut> {
  const picture = await openPicture(image);
  if (options.mask !== undefined) return cutOutAlong(options.mask, picture, options);
  if (picture.hasAlpha) {
    const given = await productByOwnAlpha(picture);
    if (given !== null) {
      const size = resultSize(picture, given, options);
      const cut = measureCutOut(await picture.read(size, 4), size);
      const tiltDeg = measureTilt(cut, { isInPicture: false });
      const detail = await examineDetail(picture, given);
      return { ...cut, reduced: picture.width / size.width, detail, tiltDeg };
    }
  }
  const overview = await coarsePass(picture);
  const size = resultSize(picture, overview, options);
  const detail = overview && (await examineDetail(picture, overview));
  const rgba = await opaquePixels(picture, size);
  const { box, mask, rgb, unsureBands } = await finePass(rgba, size, overview);
  const likelyMirror = removeMirrorImage({ box, mask, rgb }, { coarse: overview?.mask ?? null, size });
  const likelyGround = removeGroundRemains(mask, rgb);
  if (overview?.mask) removeGroundLines({ mask, coarse: overview.mask, box, size }, rgb);
  const thread = findThreadBelow({ ...mask, data: mask.alpha, channels: 1 });
  const grass = findGrass(mask, rgb);
  const transmission = findTransmission(mask, rgb);
  refine({ rgba, pictureWidth: size.width, box, mask, rgb });
  const seen = overview?.mask && overview.rgb ? { mask: overview.mask, rgb: overview.rgb } : null;
  const facts = seen && {
    around: await lookAround(seen.rgb, seen.mask),
    ...findDoubts({ rgba, size }, { box, mask, unsureBands, grass }, seen),
    groundRemains: [...likelyMirror, ...likelyGround, ...(thread ? [thread.box] : [])].map((part) =>
      inPicture(part, { box, mask }),
    ),
  };
  if (transmission !== null) applyTransmission(transmission, { rgba, pictureWidth: size.width, box });
  const cut = measureCutOut(rgba, size, box);
  const tiltDeg = measureTilt(cut, { isInPicture: true });
  const made = { ...cut, reduced: picture.width / size.width, ...(detail && { detail }), ...facts, tiltDeg };
  // White parts of a cover on white paper would count as glass.
  return overview?.isWhole ? made : { ...made, clearGlass: findClearGlass(made) };
}

/** Finds what may be missing in a cut-out: whole areas first, then single parts. */
function findDoubts(
  { rgba, size }: { rgba: Uint8Array; size: Size },
  { box, mask, unsureBands, grass }: { box: Box; mask: Mask; unsureBands: readonly Box[]; grass: Box | null },
  coarse: { mask: Mask; rgb: Uint8Array },
) {
  const { width, height } = coarse.mask;
  const filling = findFrameFilling({ data: rgba, ...size }, { data: coarse.rgb, width, height });
  const covered = grass && inPicture(grass, { box, mask });
  const found = [filling, findPrintedEnd(coarse, size), covered, ...unsureBands];
  const areas = found.filter((area) => area !== null);
  const parts = findUnsureParts(rgba, size, { box, mask, coarse: coarse.mask }).filter(
    (part) => !areas.some((area) => overlap(part, area)),
  );
  return { unsureParts: [...areas, ...parts].slice(0, mostParts), mayBeCutByFrame: filling !== null };
}

/** Converts a box from the mask's pixels to those of the picture. */
function inPicture(part: Box, { box, mask }: { box: Box; mask: Mask }): Box {
  const [across, down] = [box.width / mask.width, box.height / mask.height];
  return {
    left: Math.round(box.left + part.left * across),
    top: Math.round(box.top + part.top * down),
    width: Math.round(part.width * across),
    height: Math.round(part.height * down),
  };
}

async function cutOutAlong(
  mask: PictureInput,
  picture: OpenPicture,
  options: CutOutOptions,
): Promise<CutOut> {
  const overview = await overviewOf(mask, picture);
  if (overview === null) throw new NothingFoundError(because("mask_empty"));
  const size = resultSize(picture, overview, options);
  const hasOwnAlpha = picture.hasAlpha && (await productByOwnAlpha(picture)) !== null;
  const rgba = hasOwnAlpha ? await picture.read(size, 4) : await opaquePixels(picture, size);
  await applyMask({ rgba, size, hasOwnAlpha }, mask);
  const detail = await examineDetail(picture, overview);
  const measured = measureCutOut(rgba, size);
  const tiltDeg = measureTilt(measured, { isInPicture: !hasOwnAlpha });
  const cut = { ...measured, reduced: picture.width / size.width, detail, tiltDeg };
  if (hasOwnAlpha) return cut;
  const made = { ...cut, around: await lookAroundCutOut(cut, picture) };
  return { ...made, clearGlass: findClearGlass(made) };
}

/** Measures the surroundings of a product whose alpha was given. */
async function lookAroundCutOut(cut: CutOut, picture: OpenPicture) {
  const size = fitInside(picture, lookSide);
  const alpha = await sharp(cut.rgba, { raw: { width: cut.width, height: cut.height, channels: 4 } })
    .extractChannel(3)
    .resize({ ...size, fit: "fill" })
    .raw()
    .toBuffer();
  return await lookAround(await picture.read(size, 3), {
    ...size,
    alpha: new Float32Array(alpha).map((value) => value / 255),
  });
}

/** Returns the product's place in a picture that is already cut out; null when its alpha is not that of a cut-out. */
async function productByOwnAlpha(picture: OpenPicture): Promise<Overview | null> {
  const size = fitInside(picture, 512);
  const rgba = await picture.read(size, 4);
  let transparent = 0;
  let opaque = 0;
  for (let at = 3; at < rgba.length; at += 4) {
    const alpha = rgba[at] ?? 0;
    if (alpha < 26) transparent += 1;
    else if (alpha > 229) opaque += 1;
  }
  const count = rgba.length / 4;
  if (transparent < leastTransparent * count) return null;
  if (opaque < leastOpaque * count && transparent < count) return null;
  const { box, coverage } = measureCutOut(rgba, size);
  return { ...sharesOf(box, size), coverage, mask: null };
}

/** Returns the product's box, in pixels, in a picture that is cut out; null when nothing in it is visible. */
export async function boxByAlpha(image: PictureInput): Promise<Box | null> {
  const { width, height, read } = await openPicture(image);
  const rgba = await read({ width, height }, 4);
  return visibleBox(rgba, { width, height }, { leastAlpha: visible });
}

/** Reads four channels, with transparency flattened onto white as in the network's input. */
async function opaquePixels(picture: OpenPicture, size: Size): Promise<Uint8Array> {
  const rgba = await picture.read(size, 4);
  if (!picture.hasAlpha) return rgba;
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = rgba[at + 3] ?? 0;
    if (alpha === 255) continue;
    for (let channel = at; channel < at + 3; channel += 1) {
      rgba[channel] = 255 + (((rgba[channel] ?? 0) - 255) * alpha) / 255;
    }
    rgba[at + 3] = 255;
  }
  return rgba;
}

function resultSize(picture: Size, product: Overview | null, { maxSide, maxBoxSide }: CutOutOptions): Size {
  let scale = Math.min(
    1,
    Math.sqrt(maxOutputPixels / (picture.width * picture.height)),
    (maxSide ?? Number.POSITIVE_INFINITY) / Math.max(picture.width, picture.height),
  );
  if (maxBoxSide !== undefined && product !== null) {
    const side = Math.max(
      (product.right - product.left) * picture.width,
      (product.bottom - product.top) * picture.height,
    );
    scale = Math.min(scale, maxBoxSide / Math.max(1, side));
  }
  return scaleSize(picture, scale);
}

/**
 * Adds coverage and box to a cut-out of which nothing outside `part` is visible. Throws NothingFoundError when next
 * to nothing is visible.
 */
function measureCutOut(
  rgba: Uint8Array,
  { width, height }: Size,
  part: Box = { left: 0, top: 0, width, height },
): CutOut {
  const pixels = new Int32Array(rgba.buffer, rgba.byteOffset, width * height);
  let total = 0;
  for (let y = part.top; y < part.top + part.height; y += 1) {
    const end = y * width + part.left + part.width;
    for (let index = end - part.width; index < end; index += 1) total += (pixels[index] ?? 0) >>> 24;
  }
  const coverage = total / (255 * width * height);
  const box = visibleBox(rgba, { width, height }, { leastAlpha: visible, part });
  if (box === null || coverage < leastCoverage) throw new NothingFoundError();
  return { rgba, width, height, coverage, box };
}
