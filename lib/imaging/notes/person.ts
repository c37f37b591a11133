import { findComponents, forEachRun } from "#lib/imaging/pixels/components.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";

/**
 * Whether a cut-out seems to show an arm or a hand: there is no network for it here, so it is told by what pictures of
 * products in a hand have in common. A region in the colors of skin reaches in from the picture's border, longer than it
 * is wide there, smooth, and beside something that is no skin. Wood, leather and copper have those colors too: they lie
 * within the picture, or are cut off in their full width. Faces and what is held by fingertips alone are not found.
 */
export function showsHand(cutOut: ProductCutOut): boolean {
  const cells = cellsOf(cutOut);
  const product = cells.kinds.reduce((count, kind) => count + (kind > 0 ? 1 : 0), 0);
  return regionsOf(cells).some(
    (region) =>
      region.length >= share.least * product && region.length <= share.most * product && isArm(region, cells),
  );
}

/** Cells along the picture's longer side. */
const cellsAcross = 160;
/** Of the visible product, an arm is at least and at most so much. */
const share = { least: 0.03, most: 0.72 } as const;
/** Width at the border in cells, and as a share of the product's own extent there at most. */
const wrist = { least: 4, most: 0.6 } as const;
/** It reaches in so many times as far as it is wide at the border. */
const leastReach = 1.15;
/** Mean step of brightness from cell to cell, in codes: skin is smooth, grain and weave are not. */
const mostTexture = 9;

interface Cells {
  width: number;
  height: number;
  /** 0 nothing, 1 product, 2 in the colors of skin. */
  kinds: Uint8Array;
  brightness: Uint8Array;
}

function cellsOf({ rgba, width, height }: ProductCutOut): Cells {
  const step = Math.max(1, Math.max(width, height) / cellsAcross);
  const size = {
    width: Math.max(1, Math.floor(width / step)),
    height: Math.max(1, Math.floor(height / step)),
  };
  const kinds = new Uint8Array(size.width * size.height);
  const brightness = new Uint8Array(kinds.length);
  for (let i = 0; i < kinds.length; i++) {
    // From border to border: the first and last cells are its pixels.
    const x = Math.round(((i % size.width) * (width - 1)) / Math.max(1, size.width - 1));
    const y = Math.round((Math.floor(i / size.width) * (height - 1)) / Math.max(1, size.height - 1));
    const at = (y * width + x) * 4;
    const [r, g, b, alpha] = [rgba[at], rgba[at + 1], rgba[at + 2], rgba[at + 3]] as [
      number,
      number,
      number,
      number,
    ];
    if (alpha < 128) continue;
    kinds[i] = isSkin(r, g, b) ? 2 : 1;
    brightness[i] = 0.299 * r + 0.587 * g + 0.114 * b;
  }
  return { ...size, kinds, brightness };
}

/** Chroma of skin of all tones (Chai and Ngan, 1999), without what is nearly grey or very dark. */
function isSkin(r: number, g: number, b: number): boolean {
  const cb = 128 - 0.168736 * r - 0.331264 * g + 0.5 * b;
  const cr = 128 + 0.5 * r - 0.418688 * g - 0.081312 * b;
  return (
    r > 60 &&
    r > g &&
    g > b - 8 &&
    r - b > 18 &&
    b >= 0.6 * g &&
    cb >= 77 &&
    cb <= 127 &&
    cr >= 135 &&
    cr <= 168
  );
}

/** Connected cells in the colors of skin, as their indices. */
function regionsOf({ width, height, kinds }: Cells): number[][] {
  const components = findComponents({ alpha: Float32Array.from(kinds), width, height }, { from: 2 });
  const regions = components.areas.map((): number[] => []);
  forEachRun(components, (name, start, end) => {
    for (let at = start; at < end; at += 1) regions[name]?.push(at);
  });
  return regions.slice(1);
}

function isArm(region: readonly number[], cells: Cells): boolean {
  const { width, height, kinds } = cells;
  if (textureOf(region, cells) > mostTexture) return false;
  // Distance from each side of the picture.
  const sides = [
    { of: (at: number) => at % width, extent: height },
    { of: (at: number) => width - 1 - (at % width), extent: height },
    { of: (at: number) => Math.floor(at / width), extent: width },
    { of: (at: number) => height - 1 - Math.floor(at / width), extent: width },
  ];
  const runs = sides.map(({ of }) => region.filter((at) => of(at) === 0).length);
  const cut = kinds.reduce(
    (count, kind, at) => count + (kind > 0 && sides.some(({ of }) => of(at) === 0) ? 1 : 0),
    0,
  );
  return sides.some(({ of, extent }, side) => {
    const run = runs[side] ?? 0;
    if (run < wrist.least || run > wrist.most * extent) return false;
    // An arm comes from one side, and what it holds is in the picture.
    if (cut > 1.1 * run || runs.some((other, at) => at !== side && other > 1)) return false;
    const reach = region.reduce((far, at) => Math.max(far, of(at)), 0);
    // It is about as wide a little further in.
    const inside = region.filter((at) => of(at) === Math.round(run * 0.5)).length;
    return reach >= leastReach * run && inside >= 0.6 * run && inside <= 1.6 * run;
  });
}

function textureOf(region: readonly number[], { width, kinds, brightness }: Cells): number {
  let [sum, count] = [0, 0];
  for (const at of region) {
    for (const to of [at + 1, at + width]) {
      if (kinds[to] !== 2) continue;
      sum += Math.abs((brightness[at] as number) - (brightness[to] as number));
      count++;
    }
  }
  return sum / Math.max(1, count);
}
