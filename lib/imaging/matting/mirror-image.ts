import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import { boundingBox } from "#lib/imaging/pixels/boxes.ts";
import { findComponents, forEachRun } from "#lib/imaging/pixels/components.ts";
import { countSolid, type Mask, solid } from "#lib/imaging/pixels/mask.ts";
import { clamp, percentile } from "#lib/imaging/pixels/numbers.ts";
import { type MirrorCells, mirrorCellsOf } from "./mirror-cells.ts";
import { fitMirror, type MirrorFit } from "./mirror-fit.ts";
import { stepAcross, traceMirrorLine } from "./mirror-line.ts";
import type { LocatedMask } from "./passes.ts";

// Chosen on drawn and rendered mirror images, against products that are symmetric by themselves.
/** A mirror image shows the product's detail with less contrast, over the color of its ground. */
const certain = {
  detail: 0.68,
  explained: 0.72,
  gain: 0.66,
  contrast: 0.7,
  beside: 0.1,
  covered: 0.2,
} as const;
const likely = {
  detail: 0.6,
  explained: 0.65,
  gain: 0.75,
  contrast: 0.75,
  beside: 0.12,
  covered: 0.2,
} as const;
/** A plain product has little detail, but its outline. */
const plain = {
  detail: 0.25,
  explained: 0.84,
  gain: 0.65,
  contrast: 0.9,
  beside: 0.05,
  covered: 0.85,
} as const;
/** A mirror image that shrinks as it gets farther may be as bright as the product. */
const shrunk = { detail: 0.7, explained: 0.8, gain: 1.1, contrast: 1.1, beside: 0.05, covered: 0.9 } as const;
const leastShrunk = 0.25;
const leastGain = 0.04;
/**
 * Beside the mirror image, its ground mirrors what is behind the product: the light that is missing in the mirror
 * image is a share of that light, give or take. Products that are darker below miss another light.
 */
const mirrored = { least: 0.3, most: 1.6, offset: 0.015 } as const;
/** A ground with less light of its own than `dull` (linear, 0..1) mirrors little, unless it is a mirror. */
const dull = 0.05;
const mostOfDull = 0.35;
/** Rows of a product that are this evenly wide show by their detail alone where it is flipped. */
const mostEven = 0.88;
/** Least step of color across the line, as a share of the expected one. */
const leastStep = 0.55;
/** Rows of the mask by which the product ends above the line: they mix its color with that of the mirror image. */
const inset = 1;
/** Rows over which its lower edge fades. */
const soft = 2;

/** Parts left along the line: largest area, as a share of the product, height, of the mirror image, and soft edge. */
const scraps = { area: 0.02, height: 0.15, edge: 8 } as const;

/** The mirror image of a product on a glossy ground, which a mask has as a part of the product. */
interface MirrorImage {
  /** Whether it is removed; else it is only noted, as it may belong to the product. */
  isCertain: boolean;
  /** In the mask's pixels. */
  box: Box;
  /** The row, for each column of the mask, where it begins. */
  line: Float32Array;
}

/**
 * Removes the mirror image of a product from its mask, and from the coarse mask of the picture, in place. Returns the
 * box, in the mask's pixels, of one that may be a part of the product.
 */
export function removeMirrorImage(
  { box, mask, rgb }: LocatedMask,
  { coarse, size }: { coarse: Mask | null; size: Size },
): Box[] {
  const found = findMirrorImage(mask, rgb);
  if (found === null) return [];
  if (!found.isCertain) return [found.box];
  cutBelow(mask, found.line);
  dropScraps(mask, found);
  if (coarse === null) return [];
  const line = Float32Array.from({ length: coarse.width }, (_, x) => {
    const across = (((x + 0.5) / coarse.width) * size.width - box.left) / box.width;
    const row = found.line[clamp(Math.floor(across * mask.width), 0, mask.width - 1)] as number;
    return ((box.top + (row / mask.height) * box.height) / size.height) * coarse.height;
  });
  cutBelow(coarse, line);
  return [];
}

/** Finds the mirror image in a mask; null for none. `rgb` is the picture at the mask's size. */
function findMirrorImage(mask: Mask, rgb: Uint8Array): MirrorImage | null {
  const cells = mirrorCellsOf(mask, rgb);
  const fit = cells && fitMirror(cells);
  if (!cells || !fit) return null;
  const isLikely =
    isWithin(fit, likely) || isWithin(fit, plain) || (fit.shrink >= leastShrunk && isWithin(fit, shrunk));
  if (!isLikely || !missesWhatIsBehind(fit, cells)) return null;
  const traced = { mask, rgb, cells, fit };
  const line = traceMirrorLine(traced);
  if (stepAcross(traced, line) < leastStep) return null;
  const box = boundingBox(mask.width, mask.height, (index) => {
    const x = index % mask.width;
    return (mask.alpha[index] as number) >= solid && (index - x) / mask.width > (line[x] as number);
  });
  const isDull = ownLight(fit, cells) <= dull;
  const isCertain =
    isWithin(fit, certain) && evenness(fit, cells) < mostEven && (!isDull || fit.gain <= mostOfDull);
  return box && { isCertain, box, line };
}

/** Makes a mask transparent below the line. */
function cutBelow({ alpha, width, height }: Mask, line: Float32Array): void {
  for (let x = 0; x < width; x++) {
    const end = (line[x] as number) - inset;
    for (let y = Math.max(0, Math.floor(end - soft)); y < height; y++) {
      const i = y * width + x;
      alpha[i] = (alpha[i] as number) * clamp((end - y - 0.5) / soft + 0.5, 0, 1);
    }
  }
}

/** Drops small parts that the cut has left along the line. */
function dropScraps(mask: Mask, { line, box }: MirrorImage): void {
  const { alpha, width } = mask;
  const components = findComponents(mask, { from: solid });
  const most = scraps.area * components.solidAreas.reduce((largest, area) => Math.max(largest, area), 0);
  const isScrap = components.solidAreas.map((area) => area < most);
  forEachRun(components, (name, start) => {
    const row = Math.floor(start / width);
    const nearest = (line[start - row * width] as number) - scraps.height * box.height;
    if (row < nearest) isScrap[name] = false;
  });
  forEachRun(components, (name, start, end) => {
    if (!isScrap[name]) return;
    alpha.fill(0, start, end);
    // With the soft edge around it.
    for (let y = -scraps.edge; y <= scraps.edge; y++) {
      for (let i = start - scraps.edge + y * width; i < end + scraps.edge + y * width; i++)
        if ((alpha[i] ?? 1) < solid) alpha[i] = 0;
    }
  });
}

/** Width of a product's narrow rows as a share of its wide ones. */
function evenness({ middle }: MirrorFit, { alpha, width }: MirrorCells): number {
  const widths = Array.from({ length: Math.floor(middle) }, (_, row) =>
    countSolid(alpha, row * width, (row + 1) * width),
  );
  return percentile(widths, 0.1) / Math.max(1, percentile(widths, 0.9));
}

/** Light of the ground itself, without what it mirrors, in the channel that has most of it. */
function ownLight({ middle, veil }: MirrorFit, { ground, rows }: MirrorCells): number {
  const own = ground.map((plane, channel) => {
    const beside = plane.subarray(Math.floor(middle), rows);
    return beside.reduce((sum, light) => sum + light, 0) / beside.length - (veil[channel] as number);
  });
  return Math.max(...own);
}

function missesWhatIsBehind({ middle, gain, veil }: MirrorFit, { groundLight }: MirrorCells): boolean {
  const upper = groundLight.subarray(0, Math.max(1, Math.floor(middle * 0.7)));
  const behind = upper.reduce((sum, light) => sum + light, 0) / upper.length;
  const missing = veil.reduce((sum, light) => sum + light, 0) / veil.length;
  const { least, most, offset } = mirrored;
  return missing >= gain * least * behind - offset && missing <= gain * most * behind + offset;
}

function isWithin(fit: MirrorFit, bounds: Record<keyof typeof certain, number>): boolean {
  return (
    fit.detail >= bounds.detail &&
    fit.explained >= bounds.explained &&
    fit.gain >= leastGain &&
    fit.gain <= bounds.gain &&
    fit.contrast <= bounds.contrast &&
    fit.beside <= bounds.beside &&
    fit.covered >= bounds.covered
  );
}
