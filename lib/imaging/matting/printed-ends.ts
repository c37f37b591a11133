import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import type { Mask } from "#lib/imaging/pixels/mask.ts";
import { across, along, type End, findEnd, type Part, partsOf, pixelAt } from "./band-ends.ts";
import { differingFrom, findPlainGround } from "./plain-ground.ts";

// Chosen on drawn products with a label at one end.
/** Difference (0..255) from the ground from which a pixel is product or print. */
const distinct = 24;
/** All print together, as a share of the product and of its label. */
const mostPrint = 0.25;
const leastPrint = 0.002;
/** Distances from the product's end, as shares of its width: the first and the last print. */
const nearest = 0.5;
const farthest = 1.2;
/** Largest deviation of the end from a straight edge, as a share of the width, and in pixels. */
const uneven = { ofWidth: 0.02, pixels: 2.5 } as const;

/**
 * Finds a label in the ground's color at an end of the product, of which only the print is visible: the product ends
 * in a straight edge with sharp corners, and everything else in the picture (`rgb`, × 3) lies beyond that edge,
 * between the lines of its sides. Returns the label's box in pixels of `size`, as if the print were in its middle,
 * because its end cannot be seen.
 */
export function findPrintedEnd({ mask, rgb }: { mask: Mask; rgb: Uint8Array }, size: Size): Box | null {
  const ground = findPlainGround(mask, rgb);
  if (ground === null) return null;
  const { width, height } = mask;
  const [product, ...print] = partsOf(differingFrom(ground, rgb, { width, height }, distinct));
  const area = print.reduce((sum, part) => sum + part.area, 0);
  if (product === undefined || area === 0 || area > mostPrint * product.area) return null;
  const middle = {
    x: print.reduce((sum, part) => sum + part.center.x * part.area, 0) / area,
    y: print.reduce((sum, part) => sum + part.center.y * part.area, 0) / area,
  };
  let angle = Math.atan2(middle.y - product.center.y, middle.x - product.center.x);
  for (let round = 0; round < 3; round += 1) {
    const axes = { cosine: Math.cos(angle), sine: Math.sin(angle), pixel: { x: 1, y: 1 } };
    const end = findEnd(product, { axes, width, sign: 1 });
    if (end === null) return null;
    const slope = (end.low.slope + end.high.slope) / 2;
    if (round < 2 && Math.abs(slope) > 0.01) {
      angle += Math.atan(slope);
      continue;
    }
    if (!isStraight(end)) return null;
    const reach = reachOf(print, end, (x, y) => [along(axes, x, y), across(axes, x, y)], width);
    if (reach === null || area < leastPrint * end.width * reach) return null;
    const from = (end.low.at + end.high.at) / 2;
    const corners = [from, from + reach].flatMap((at) =>
      [end.low, end.high].map((side) => pixelAt(axes, at, side.across + side.slope * (at - side.at))),
    );
    const [scaleX, scaleY] = [size.width / width, size.height / height];
    return boxAround(
      corners.map(({ x, y }) => ({ x: x * scaleX, y: y * scaleY })),
      size,
    );
  }
  return null;
}

function isStraight({ low, high, edges, width }: End): boolean {
  const most = Math.max(uneven.pixels, uneven.ofWidth * width);
  return edges.every(
    (edge, place) => Math.abs(edge - low.at - ((place + 1) / 4) * (high.at - low.at)) <= most,
  );
}

/** Returns how far the label must extend so that its print has equal margins; null if the parts are no print. */
function reachOf(
  print: readonly Part[],
  { low, high, width: endWidth }: End,
  placeOf: (x: number, y: number) => [number, number],
  width: number,
): number | null {
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  for (const { starts, ends } of print) {
    for (const [run, start] of starts.entries()) {
      const y = Math.floor(start / width);
      for (const x of [start - y * width, (ends[run] ?? 0) - 1 - y * width]) {
        const [at, place] = placeOf(x, y);
        const beyond = at - (low.at + high.at) / 2;
        const isBetween =
          place > low.across + low.slope * (at - low.at) && place < high.across + high.slope * (at - high.at);
        if (!isBetween || beyond < 2) return null;
        first = Math.min(first, beyond);
        last = Math.max(last, beyond);
      }
    }
  }
  return first > nearest * endWidth || last > farthest * endWidth ? null : last + first;
}

function boxAround(corners: readonly { x: number; y: number }[], size: Size): Box {
  const left = Math.max(0, Math.floor(Math.min(...corners.map(({ x }) => x))));
  const top = Math.max(0, Math.floor(Math.min(...corners.map(({ y }) => y))));
  const right = Math.min(size.width, Math.ceil(Math.max(...corners.map(({ x }) => x))) + 1);
  const bottom = Math.min(size.height, Math.ceil(Math.max(...corners.map(({ y }) => y))) + 1);
  return { left, top, width: right - left, height: bottom - top };
}
