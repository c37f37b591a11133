import type { Size } from "#lib/contract/photos/sizes.ts";
import { boxSum } from "#lib/imaging/pixels/box-sum.ts";
import { findComponents, forEachRun } from "#lib/imaging/pixels/components.ts";
import { type Mask, solid } from "#lib/imaging/pixels/mask.ts";
import { placesInCoarse, type TwoMasks } from "./disputed-holes.ts";

// Chosen on 350 real pictures, so that poles and twigs go, and straps, legs, hair and whiskers stay.
/** Pixels of the mask per cell, along a side. */
const step = 4;
/** Alpha from which the network saw something. */
const seen = 0.25;
// Shares of the mask's longer side. Thinner lines may be hair or whiskers.
const mostHalfWidth = 0.0125;
const leastWidth = 0.009;
const leastLength = 0.06;
/** Largest mean alpha of the coarse pass in a line. */
const mostAgreed = 0.3;
/** Least mean, in a line, of the logarithm of how much more often the ground shows a color than the product. */
const leastGround = 3;
/** Alpha of pixels that show only the ground, and only the product. */
const clear = 0.02;
const opaque = 0.95;
/** Share of a color that no pixel shows. */
const rare = 1e-4;

/**
 * Removes thin lines from the mask, in place, that the coarse pass did not see and whose colors the ground has and the
 * product has not: poles, twigs, seams of walls. `rgb` is the picture at the mask's size.
 */
export function removeGroundLines(masks: TwoMasks, rgb: Uint8Array): void {
  const { mask } = masks;
  const cells = divideIntoCells(mask);
  const lines = findLines(cells, masks);
  if (lines.length === 0) return;
  const colors = compareColors(mask, rgb, cells);
  for (const line of lines) {
    const pixels = line.filter((index) => (mask.alpha[index] ?? 0) >= seen);
    const ground = pixels.reduce((sum, index) => sum + (colors[colorOf(rgb, index)] ?? 0), 0);
    if (ground < leastGround * pixels.length) continue;
    for (const index of pixels) {
      // The faint pixels beside the line, too.
      for (const beside of [-3, -2, -1, 1, 2, 3].flatMap((by) => [index + by, index + by * mask.width]))
        if ((mask.alpha[beside] ?? 1) < seen) mask.alpha[beside] = 0;
      mask.alpha[index] = 0;
    }
  }
}

/** Which cells show something, and which belong to the product without its thin parts. */
interface Cells extends Size {
  isSeen: Float32Array;
  isBody: Float32Array;
}

function divideIntoCells(mask: Mask): Cells {
  const size = { width: Math.ceil(mask.width / step), height: Math.ceil(mask.height / step) };
  const isSeen = new Float32Array(size.width * size.height);
  const isBody = new Float32Array(isSeen.length).fill(1);
  for (let y = 0, index = 0; y < mask.height; y += 1) {
    const row = Math.floor(y / step) * size.width;
    for (let x = 0; x < mask.width; x += 1, index += 1) {
      const value = mask.alpha[index] as number;
      const cell = row + ((x / step) | 0);
      if (value >= seen) isSeen[cell] = 1;
      if (value < solid) isBody[cell] = 0;
    }
  }
  // Morphological opening: removes all that is narrower than the window.
  const reach = Math.max(1, Math.round((mostHalfWidth * Math.max(mask.width, mask.height)) / step));
  boxSum(isBody, size, { columns: reach, rows: reach });
  const whole = (2 * reach + 1) ** 2;
  for (let cell = 0; cell < isBody.length; cell += 1) isBody[cell] = (isBody[cell] ?? 0) >= whole ? 1 : 0;
  boxSum(isBody, size, { columns: reach + 1, rows: reach + 1 });
  return { ...size, isSeen, isBody };
}

/** The pixels of each long thin part outside of the body that only this pass saw. */
function findLines({ isSeen, isBody, ...size }: Cells, masks: TwoMasks): number[][] {
  const { mask, coarse } = masks;
  const side = Math.max(mask.width, mask.height);
  const { columns, rows } = placesInCoarse(masks);
  const outside = isSeen.map((value, cell) => (isBody[cell] === 0 ? value : 0));
  const parts = findComponents({ alpha: outside, ...size }, { from: 1 });
  const found = parts.areas.map((): number[] => []);
  forEachRun(parts, (name, start, end) => {
    const left = (start % size.width) * step;
    const right = Math.min(mask.width, left + (end - start) * step);
    const top = Math.floor(start / size.width) * step;
    for (let y = top; y < Math.min(mask.height, top + step) && name > 0; y += 1)
      for (let x = left; x < right; x += 1) found[name]?.push(y * mask.width + x);
  });
  return found.filter((pixels) => {
    let [area, agreed] = [0, 0];
    const box = { left: side, right: 0, top: side, bottom: 0 };
    for (const index of pixels) {
      const [x, y] = [index % mask.width, Math.floor(index / mask.width)];
      const value = mask.alpha[index] ?? 0;
      area += value;
      agreed += value * (coarse.alpha[(rows[y] ?? 0) + (columns[x] ?? 0)] ?? 0);
      if (x < box.left) box.left = x;
      if (x > box.right) box.right = x;
      if (y < box.top) box.top = y;
      if (y > box.bottom) box.bottom = y;
    }
    const length = Math.hypot(box.right - box.left, box.bottom - box.top);
    const isThin = area <= 3 * mostHalfWidth * side * length && area >= leastWidth * side * length;
    return length >= leastLength * side && isThin && agreed <= mostAgreed * area;
  });
}

/** One of 512 colors. */
function colorOf(rgb: Uint8Array, index: number): number {
  const at = index * 3;
  return (((rgb[at] ?? 0) >> 5) << 6) | (((rgb[at + 1] ?? 0) >> 5) << 3) | ((rgb[at + 2] ?? 0) >> 5);
}

/** For each color, the logarithm of how much more often the ground shows it than the product. */
function compareColors(mask: Mask, rgb: Uint8Array, { width, isBody }: Cells): Float64Array {
  const ground = new Float64Array(512);
  const product = new Float64Array(512);
  let [groundCount, productCount] = [1, 1];
  for (let y = 0, index = 0; y < mask.height; y += 1) {
    const row = Math.floor(y / step) * width;
    for (let x = 0; x < mask.width; x += 1, index += 1) {
      const value = mask.alpha[index] as number;
      const color = colorOf(rgb, index);
      if (value < clear) {
        ground[color] = (ground[color] ?? 0) + 1;
        groundCount += 1;
      } else if (value > opaque && (isBody[row + ((x / step) | 0)] ?? 0) > 0) {
        product[color] = (product[color] ?? 0) + 1;
        productCount += 1;
      }
    }
  }
  return ground.map((count, color) =>
    Math.log((count / groundCount + rare) / ((product[color] ?? 0) / productCount + rare)),
  );
}
