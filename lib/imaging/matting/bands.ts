import type { Box } from "#lib/contract/photos/sizes.ts";
import { findComponents, forEachRun } from "#lib/imaging/pixels/components.ts";
import { type Mask, solid } from "#lib/imaging/pixels/mask.ts";
import { clamp } from "#lib/imaging/pixels/numbers.ts";
import {
  across,
  along,
  type Bridge,
  findBridge,
  type Part,
  type PixelSides,
  partsOf,
  pixelAt,
  type Side,
  sideAt,
} from "./band-ends.ts";
import { differenceFrom, differingFrom, findPlainGround, type PlainGround } from "./plain-ground.ts";

// Chosen on drawn products with bands, and on drawn sets of products beside and above each other.
/** Difference (0..255) from the ground from which a pixel is certainly not ground. */
const distinct = 14;
/** Difference from which a pixel in a band is print. */
const printed = 24;
/** Smaller parts, as a share of the largest one, are print. */
const leastPart = 0.03;
/** Mean alpha of a gap from which the network found the band, or at least some of it. */
const found = 0.85;
const foundPartly = 0.2;
/** Least share of a gap that is printed on. */
const leastPrint = 0.002;
/** Print stays away from the sides by this share of the width. */
const margin = 0.02;
/** Beside a closed band, the network's doubt about it ends within this share of the width. */
const haze = 0.15;
/** Width of the network's softest edge, in mask pixels. */
const softEdge = 16;
/** Least step of color (0..255) along both sides of a gap, and its least multiple of its own uncertainty. */
const leastStep = 1.2;
const leastClear = 4;

/**
 * Closes bands of the mask, in place: where two parts of a product on a plain ground face each other and the sides of
 * one continue those of the other, the gap between them is a label in the ground's color. It is closed if something
 * shows that it is one: print on it, visible sides, or some of it in the mask. `rgb` is the mask's picture, × 3,
 * and `box` its place in the whole one. Returns the boxes, in pixels of the whole picture, of gaps that were not closed
 * or whose sides cannot be seen.
 */
export function closeBands({ mask, rgb, box }: { mask: Mask; rgb: Uint8Array; box: Box }): Box[] {
  const ground = findPlainGround(mask, rgb);
  if (ground === null) return [];
  const picture = { mask, rgb, ground };
  const unsure: Box[] = [];
  const parts = findParts(picture);
  if (parts.length < 2) return [];
  const across = box.width / mask.width;
  const down = box.height / mask.height;
  const longer = Math.max(across, down);
  const pixel = { x: across / longer, y: down / longer };
  for (const bridge of findBridges(parts, { width: mask.width, pixel })) {
    const seen = lookInto(bridge, picture);
    if (seen === null || seen.meanAlpha >= found) continue;
    const isBand = seen.isPrinted || seen.hasSides || seen.meanAlpha >= foundPartly;
    if (!isBand && bridge.isSet) continue;
    if (isBand) close(bridge, picture);
    if (!isBand || !seen.hasSides) unsure.push(boxOf(bridge, mask));
  }
  return unsure.map(({ left, top, width, height }) => ({
    left: box.left + Math.floor(left * across),
    top: box.top + Math.floor(top * down),
    width: Math.ceil(width * across),
    height: Math.ceil(height * down),
  }));
}

/** A mask, its picture (× 3) and the ground in it. */
interface PictureOnGround {
  mask: Mask;
  rgb: Uint8Array;
  ground: PlainGround;
}

/** Bridges between neighbors: of three parts in a row, the outer ones are not. */
function findBridges(parts: readonly Part[], view: { width: number; pixel: PixelSides }): Bridge[] {
  const found = parts.flatMap((one, index) =>
    parts.slice(index + 1).flatMap((other) => {
      const bridge = findBridge(one, other, view);
      return bridge === null ? [] : [{ bridge, joins: [one, other] }];
    }),
  );
  const isBetween = (part: Part, { bridge, joins }: (typeof found)[number]) =>
    !joins.includes(part) && liesIn(part, bridge);
  return found
    .filter((it) => !found.some(({ joins }) => joins.some((part) => isBetween(part, it))))
    .map(({ bridge }) => bridge);
}

/** Parts of the mask that differ from the ground, without print. */
function findParts({ mask, rgb, ground }: PictureOnGround): Part[] {
  const shown = differingFrom(ground, rgb, { width: mask.width, height: mask.height }, distinct);
  for (let at = 0; at < shown.alpha.length; at += 1)
    if ((mask.alpha[at] as number) < solid) shown.alpha[at] = 0;
  const parts = partsOf(shown);
  return parts.filter(({ area }) => area >= leastPart * (parts[0]?.area ?? 0));
}

/** Whether a part lies between the two that a bridge connects. */
function liesIn({ center: { x, y } }: Part, { axes, from, to, sides }: Bridge): boolean {
  const at = along(axes, x, y);
  return at > from && at < to && inwardAt(sides, at, across(axes, x, y)) > 0;
}

interface Seen {
  isPrinted: boolean;
  hasSides: boolean;
  /** Mean alpha of what looks like ground. */
  meanAlpha: number;
}

/** Measures a gap. Returns null if something visible lies in it: then it is no band. */
function lookInto(bridge: Bridge, { mask, rgb, ground }: PictureOnGround): Seen | null {
  const { axes, from, to, sides, width } = bridge;
  const box = boxOf(bridge, mask, margin * width + 2);
  const isPrint = new Float32Array(box.width * box.height);
  const place = new Uint8Array(box.width * box.height);
  let [sum, count] = [0, 0];
  for (let index = 0; index < isPrint.length; index += 1) {
    const x = box.left + (index % box.width);
    const y = box.top + Math.floor(index / box.width);
    const at = along(axes, x, y);
    const inward = inwardAt(sides, at, across(axes, x, y));
    if (inward < -margin * width) continue;
    const pixel = y * mask.width + x;
    const difference = differenceFrom(ground, rgb, pixel, mask.width);
    if (difference > printed) isPrint[index] = 1;
    place[index] = at <= from ? startOf : at >= to ? endOf : inward < margin * width ? atSide : within;
    if (place[index] !== within || difference > distinct) continue;
    sum += mask.alpha[pixel] as number;
    count += 1;
  }
  const components = findComponents({ alpha: isPrint, width: box.width, height: box.height }, { from: 1 });
  const places = components.areas.map(() => 0);
  forEachRun(components, (name, start, end) => {
    for (let index = start; index < end; index += 1) places[name] = (places[name] ?? 0) | (place[index] ?? 0);
  });
  if (places.some((all) => (all & startOf) !== 0 && (all & endOf) !== 0)) return null;
  let print = 0;
  for (const [name, all] of places.entries()) if (all === within) print += components.areas[name] ?? 0;
  return {
    isPrinted: print >= leastPrint * (count + print),
    hasSides: hasSides(bridge, { mask, rgb, ground }),
    meanAlpha: count === 0 ? 1 : sum / count,
  };
}

/** Where a pixel of a gap lies. */
const within = 1;
const atSide = 2;
const startOf = 4;
const endOf = 8;

/** Distance from the nearer side of a gap, in pixels; negative outside. */
function inwardAt([low, high]: readonly [Side, Side], at: number, place: number): number {
  return Math.min(place - sideAt(low, at), sideAt(high, at) - place);
}

/** Whether the color changes along both sides of the gap, in the same direction. */
function hasSides({ axes, sides }: Bridge, { mask, rgb, ground }: PictureOnGround): boolean {
  const { width, height } = mask;
  const lightAt = (at: number, place: number): number | null => {
    const position = pixelAt(axes, at, place);
    const [x, y] = [Math.round(position.x), Math.round(position.y)];
    if (x < 0 || y < 0 || x >= width || y >= height) return null;
    const pixel = (y * width + x) * 3;
    let sum = 0;
    for (const [channel, [a = 0, b = 0, c = 0]] of ground.entries())
      sum += (rgb[pixel + channel] ?? 0) - a - b * x - c * y;
    return sum / 3;
  };
  const steps = sides.map((side, index) => {
    const inward = index === 0 ? 1 : -1;
    const near: number[] = [];
    const far: number[] = [];
    const length = side.to.at - side.from.at;
    for (let at = side.from.at + 3 + 0.05 * length; at < side.to.at - 3 - 0.05 * length; at += 1) {
      const edge = sideAt(side, at);
      const [inner, outer, beyond] = [4, -4, -12].map((distance) => lightAt(at, edge + inward * distance));
      if (inner == null || outer == null || beyond == null) continue;
      near.push(inner - outer);
      far.push(outer - beyond);
    }
    return { near, far };
  });
  const means = steps.map(({ near, far }) => {
    if (near.length < 6) return 0;
    const step = meanOf(near);
    const spread = Math.sqrt(meanOf(near.map((value) => (value - step) ** 2)) / (near.length / 4));
    // A shadow changes outside of the sides too.
    const isClear = Math.abs(step) >= Math.max(leastStep, leastClear * spread);
    return isClear && Math.abs(meanOf(far)) <= 0.4 * Math.abs(step) ? step : 0;
  });
  return (means[0] ?? 0) * (means[1] ?? 0) > 0;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** Makes the gap opaque up to its sides, and clear what looks like ground just outside of them. */
function close(bridge: Bridge, { mask, rgb, ground }: PictureOnGround): void {
  const { axes, from, to, sides, width } = bridge;
  const reach = haze * width;
  const box = boxOf(bridge, mask, Math.max(reach, softEdge));
  for (let y = box.top; y < box.top + box.height; y += 1) {
    for (let x = box.left; x < box.left + box.width; x += 1) {
      const at = along(axes, x, y);
      const beyond = Math.max(from - at, at - to);
      const index = y * mask.width + x;
      // The parts' own soft edges are inside of the product now.
      if (beyond > softEdge || (beyond > 2 && (mask.alpha[index] as number) < solid)) continue;
      // A side lies in the middle of its outermost pixel.
      const inward = inwardAt(sides, at, across(axes, x, y)) + 1;
      if (inward < -reach) continue;
      const opaque = clamp(inward, 0, 1);
      const alpha = mask.alpha[index] as number;
      if (opaque > alpha) mask.alpha[index] = opaque;
      else if (opaque < alpha && differenceFrom(ground, rgb, index, mask.width) <= distinct)
        mask.alpha[index] = opaque;
    }
  }
}

/** Bounding box of a gap, larger by `reach` pixels, in the mask. */
function boxOf({ axes, from, to, sides }: Bridge, { width, height }: Mask, reach = 0): Box {
  const corners = [from - reach, (from + to) / 2, to + reach].flatMap((at) =>
    sides.map((side, index) => pixelAt(axes, at, sideAt(side, at) + (index === 0 ? -reach : reach))),
  );
  const left = Math.max(0, Math.floor(Math.min(...corners.map(({ x }) => x))));
  const top = Math.max(0, Math.floor(Math.min(...corners.map(({ y }) => y))));
  const right = Math.min(width, Math.ceil(Math.max(...corners.map(({ x }) => x))) + 1);
  const bottom = Math.min(height, Math.ceil(Math.max(...corners.map(({ y }) => y))) + 1);
  return { left, top, width: right - left, height: bottom - top };
}
