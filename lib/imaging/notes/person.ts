import { findComponents, forEachRun } from "#lib/imaging/pixels/components.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";

/**
 * Returns whether a cut-out seems to show an arm or a hand. There is no network for this, so it tests what pictures
 * of a product in a hand have in common: a smooth region in skin colors reaches in from the picture's border, farther
 * than it is wide there, next to something that is not skin. Wood, leather and copper have those colors too, but lie
 * inside the picture or are cut off in their full width. Faces, and products held by fingertips alone, are not
 * detected.
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
/** Range of an arm's share of the visible product. */
const share = { least: 0.03, most: 0.72 } as const;
/** Width at the border: at least so many cells, and at most this share of that side of the picture. */
const wrist = { least: 4, most: 0.6 } as const;
/** Least ratio of the distance that it reaches in to its width at the border. */
const leastReach = 1.15;
/** Largest mean step of brightness from cell to cell (0..255): skin is smooth, grain and weave are not. */
const mostTexture = 9;

interface Cells {
  width: number;
  height: number;
  /** 0: empty, 1: product, 2: product in skin colors. */
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
    // Samples from border to border: the first and last cells are the border's pixels.
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

/** Chroma of skin of all tones, also in warm light (Chai and Ngan, 1999), except nearly grey and very dark colors. */
function isSkin(r: number, g: number, b: number): boolean {
  const cb = 128 - 0.168736 * r - 0.331264 * g + 0.5 * b;
  const cr = 128 + 0.5 * r - 0.418688 * g - 0.081312 * b;
  return (
    r > 60 &&
    r > g &&
    g > b - 8 &&
    r - b > 18 &&
    b >= 0.5 * g &&
    cb >= 77 &&
    cb <= 127 &&
    cr >= 135 &&
    cr <= 173
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
    // An arm comes from one side, and the product that it holds touches none.
    if (cut > 1.1 * run || runs.some((other, at) => at !== side && other > 1)) return false;
    const reach = region.reduce((far, at) => Math.max(far, of(at)), 0);
    // An arm has about the same width a little further in.
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
