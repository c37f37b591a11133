import { boxSum } from "#lib/imaging/pixels/box-sum.ts";
import { boundingBox } from "#lib/imaging/pixels/boxes.ts";
import { findComponents, forEachRun } from "#lib/imaging/pixels/components.ts";
import { countSolid, type Mask, solid } from "#lib/imaging/pixels/mask.ts";
import { differenceFromPaper, findPaper, type Paper } from "./paper.ts";

// Chosen on 600 real pictures, of which ten change.
/** Largest difference (0..255) of a channel from the ground, and least share of the picture's sides that shows it. */
const plain = 10;
const leastPlain = 0.98;
/** Largest change of a shadow (0..255) along the longer side of the picture, its least brightness and largest hue. */
const slope = 3000;
const darkest = 0.35;
const mostHue = 0.08;
/** Difference from the ground from which a pixel is print, if it has another hue than a shadow or is doubted. */
const foreign = 24;
const doubted = 0.1;
/** Least share of the figure that the network lost, and largest share of its mask beside the figure. */
const leastLost = 0.15;
const mostBeside = 0.1;
/** Least share of a cover's box that is found, of a side along which it begins within `margin`, and of such sides. */
const leastFilled = 0.8;
const leastOfSide = 0.75;
const margin = 0.02;
const leastSides = 3;
/** Least mean difference of such a part from the ground; beside the foot of a screen is only ground. */
const leastPale = 4;
/** Below this share of the figure in a window with this reach (of the longer side), a shadow's color is its edge. */
const thin = { share: 0.4, reach: 0.007 } as const;
/** Holes below this share of the figure are letters. */
const leastHole = 0.01;
/** Figures below this share of the largest are specks. */
const leastFigure = 0.02;

/**
 * Returns the mask of everything that lies on a plain ground, shadows excepted, when the network found only a part of
 * it: on the cover of a book it sees the person of its picture. `rgb` is the mask's picture, × 3. Null when the ground
 * is not plain on all four sides of the picture, or when the network found nothing or is right, which is not asked if
 * it `isKnown` that it is wrong.
 */
export function findWholeFigure(
  mask: Mask,
  rgb: Uint8Array,
  { isKnown = false }: { isKnown?: boolean } = {},
): Mask | null {
  const { alpha, width, height } = mask;
  const paper = findPaper(mask, rgb, { plain, least: leastPlain });
  if (paper === null) return null;
  const isForeign = (at: number) =>
    (alpha[at] ?? 0) < solid &&
    differenceFromPaper(paper, at) > foreign &&
    ((alpha[at] ?? 0) >= doubted || !isShade(paper, at));
  const found = countSolid(alpha);
  if (found === 0) return null;
  const leastShare = isKnown ? 0 : leastLost;
  const least = leastShare * (1 - mostBeside) * found;
  if (alpha.reduce((sum, _, at) => sum + (isForeign(at) ? 1 : 0), 0) < least) return null;
  const figure = dropSpecks({ alpha: followGround(paper), width, height }, paper);
  openHoles(figure, mask, paper);
  let lost = 0;
  let beside = 0;
  for (let at = 0; at < alpha.length; at += 1) {
    if ((figure.alpha[at] ?? 0) >= solid) lost += isForeign(at) ? 1 : 0;
    else if ((alpha[at] ?? 0) >= solid) beside += 1;
  }
  if (lost < leastShare * countSolid(figure.alpha) || beside > mostBeside * found) return null;
  completeCover(figure, paper);
  boxSum(figure.alpha, mask, { columns: 1, rows: 1 });
  return { ...figure, alpha: figure.alpha.map((sum) => sum / 9) };
}

/** Whether a pixel may show the ground in a shadow: darker, in the same color. */
function isShade({ rgb, color }: Paper, at: number): boolean {
  let [sum, low, high] = [0, 1, 0];
  for (let channel = 0; channel < 3; channel += 1) {
    const share = (rgb[at * 3 + channel] ?? 0) / Math.max(1, color[channel] ?? 0);
    sum += share;
    [low, high] = [Math.min(low, share), Math.max(high, share)];
  }
  return sum / 3 >= darkest && high - low <= mostHue;
}

/** Returns 0 where the ground or a shadow on it is reached from the sides without crossing an edge, and 1 elsewhere. */
function followGround(paper: Paper): Float32Array {
  const { rgb, width, height, sides } = paper;
  const found = new Float32Array(width * height).fill(1);
  for (const at of sides) found[at] = 0;
  const open = [...sides];
  const step = slope / Math.max(width, height);
  const isReached = (next: number, from: number) => {
    if (differenceFromPaper(paper, next) <= plain) return true;
    for (let channel = 0; channel < 3; channel += 1)
      if (Math.abs((rgb[next * 3 + channel] ?? 0) - (rgb[from * 3 + channel] ?? 0)) > step) return false;
    return isShade(paper, next);
  };
  for (let from = open.pop(); from !== undefined; from = open.pop()) {
    for (const next of [from - 1, from + 1, from - width, from + width]) {
      const isNeighbor = Math.abs((next % width) - (from % width)) <= 1;
      if (!isNeighbor || found[next] !== 1 || !isReached(next, from)) continue;
      found[next] = 0;
      open.push(next);
    }
  }
  return found;
}

/** Opens the hole of a ring, in place: an enclosed part of the ground, empty and amid what the network saw. */
function openHoles(figure: Mask, mask: Mask, paper: Paper): void {
  const { width, height } = mask;
  const isGround = figure.alpha.map((value, at) =>
    value >= solid && differenceFromPaper(paper, at) <= plain ? 1 : 0,
  );
  const gaps = findComponents({ alpha: isGround, width, height }, { from: solid });
  const around = gaps.areas.map(() => ({ seen: 0, unseen: 0, inside: 0 }));
  forEachRun(gaps, (gap, start, end) => {
    const counts = around[gap];
    for (let at = start; at < end && counts; at += 1) {
      counts.inside += mask.alpha[at] ?? 0;
      for (const next of [at - 1, at + 1, at - width, at + width]) {
        if (isGround[next] === 1) continue;
        if ((mask.alpha[next] ?? 0) >= solid) counts.seen += 1;
        else counts.unseen += 1;
      }
    }
  });
  const least = leastHole * countSolid(figure.alpha);
  const isHole = around.map(({ seen, unseen, inside }, gap) => {
    const area = gaps.areas[gap] ?? 0;
    return area >= least && inside <= doubted * area && seen > unseen;
  });
  isHole[0] = false;
  forEachRun(gaps, (gap, start, end) => {
    if (isHole[gap]) figure.alpha.fill(0, start, end);
  });
}

/** Removes specks and the thin edges of shadows, in place. */
function dropSpecks(figure: Mask, paper: Paper): Mask {
  const near = Float32Array.from(figure.alpha);
  const reach = Math.ceil(thin.reach * Math.max(figure.width, figure.height));
  boxSum(near, figure, { columns: reach, rows: reach });
  const fewest = thin.share * (2 * reach + 1) ** 2;
  for (let at = 0; at < near.length; at += 1)
    if ((near[at] ?? 0) < fewest && isShade(paper, at)) figure.alpha[at] = 0;
  const parts = findComponents(figure, { from: solid });
  const least = leastFigure * Math.max(...parts.areas);
  forEachRun(parts, (part, start, end) => {
    if ((parts.areas[part] ?? 0) < least) figure.alpha.fill(0, start, end);
  });
  return figure;
}

/**
 * Adds what the ground was followed into, in place: pale parts at the edge of a cover look like paper. A figure that
 * begins along most of three sides of its box is a rectangle, so each part has its mirror images.
 */
function completeCover({ alpha, width, height }: Mask, paper: Paper): void {
  const has = (x: number, y: number) => (alpha[y * width + x] ?? 0) >= solid;
  const box = boundingBox(width, height, (at) => (alpha[at] ?? 0) >= solid);
  if (box === null || countSolid(alpha) < leastFilled * box.width * box.height) return;
  const right = box.left + box.width - 1;
  const bottom = box.top + box.height - 1;
  const across = Math.ceil(margin * box.width);
  const down = Math.ceil(margin * box.height);
  const shareOf = (length: number, depth: number, hasAt: (along: number, inward: number) => boolean) => {
    let touched = 0;
    for (let along = 0; along < length; along += 1)
      if (Array.from({ length: depth }, (_, inward) => hasAt(along, inward)).includes(true)) touched += 1;
    return touched / length;
  };
  const sides = [
    shareOf(box.height, across, (along, inward) => has(box.left + inward, box.top + along)),
    shareOf(box.height, across, (along, inward) => has(right - inward, box.top + along)),
    shareOf(box.width, down, (along, inward) => has(box.left + along, box.top + inward)),
    shareOf(box.width, down, (along, inward) => has(box.left + along, bottom - inward)),
  ];
  if (sides.filter((share) => share >= leastOfSide).length < leastSides) return;
  const added: number[] = [];
  for (let y = box.top; y <= bottom; y += 1) {
    for (let x = box.left; x <= right; x += 1) {
      const [mirrored, turned] = [right + box.left - x, bottom + box.top - y];
      if (!has(x, y) && (has(mirrored, y) || has(x, turned) || has(mirrored, turned)))
        added.push(y * width + x);
    }
  }
  const difference = added.reduce((sum, at) => sum + differenceFromPaper(paper, at), 0);
  if (difference < leastPale * added.length) return;
  for (const at of added) alpha[at] = 1;
}
