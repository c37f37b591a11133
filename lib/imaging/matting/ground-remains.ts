import type { Box } from "#lib/contract/photos/sizes.ts";
import { boxSum } from "#lib/imaging/pixels/box-sum.ts";
import { findComponents, forEachRun } from "#lib/imaging/pixels/components.ts";
import { type Mask, solid } from "#lib/imaging/pixels/mask.ts";
import { clamp } from "#lib/imaging/pixels/numbers.ts";

// Chosen on samples and stances, against their true alpha.
/** Cells along the longer side of the mask. */
const cellsAcross = 200;
/** Most alpha of a cell that shows only ground. */
const clear = 0.04;
/** Share of the product's height, from its top, below which ground is looked for. */
const upper = 0.55;
/** Largest step of color (0..255) from cell to cell, and from the ground, within it; and factor between textures. */
const mostStep = 5;
const mostInAll = 18;
const texture = 2.2;
/** Size of a part, in cells and as a share of the product. */
const leastPart = 6;
const mostOfProduct = 0.12;
/** Largest mean step from a part to the ground beside it. */
const mostEdge = 12;
/** Least shares of a part's sides on the ground, and of its cells beyond the rest's lower hull: certain, or likely. */
const certain = { open: 0.6, beyond: 0.35 } as const;
const likely = { open: 0.48, beyond: 0.25 } as const;
/** Least share of the product of a part that is only likely, and worth a note. */
const leastNoted = 0.004;

/**
 * Removes parts of the ground from the lower edge of a product's mask, in place: the ground continues into them
 * without an edge, in color and texture, and they lie beyond the lower hull of the rest. Returns the boxes, in the
 * mask's pixels, of parts that are only likely to be ground. `rgb` is the picture at the mask's size.
 */
export function removeGroundRemains(mask: Mask, rgb: Uint8Array): Box[] {
  const cells = cellsOf(mask, rgb);
  const removed = new Float32Array(cells.width * cells.height);
  const noted: Box[] = [];
  for (const part of partsLikeGround(cells)) {
    const share = part.length / cells.count;
    if (part.length < leastPart || share > mostOfProduct) continue;
    const { open, toGround, toProduct } = edgesOf(part, cells);
    if (toGround > mostEdge || (open < 1 && toProduct < toGround)) continue;
    const beyond = beyondHull(part, cells);
    if (open >= certain.open && beyond >= certain.beyond) {
      for (const cell of part) removed[cell] = 1;
    } else if (open >= likely.open && beyond >= likely.beyond && share >= leastNoted) {
      noted.push(boxOf(part, cells));
    }
  }
  if (removed.includes(1)) fade(mask, removed, cells);
  return noted;
}

interface Cells {
  /** Pixels of the mask per cell, along a side. */
  step: number;
  width: number;
  height: number;
  alpha: Float32Array;
  /** Brightness and two color differences (0..255), one plane after the other. */
  colors: readonly [Float32Array, Float32Array, Float32Array];
  /** Standard deviation of the brightness in each cell. */
  rough: Float32Array;
  /** Cells of the product, and the box around them. */
  count: number;
  box: { left: number; top: number; right: number; bottom: number };
}

function cellsOf(mask: Mask, rgb: Uint8Array): Cells {
  const step = Math.max(2, Math.ceil(Math.max(mask.width, mask.height) / cellsAcross));
  const [width, height] = [Math.floor(mask.width / step), Math.floor(mask.height / step)];
  const make = () => new Float32Array(width * height);
  const [alpha, light, blue, red, rough] = [make(), make(), make(), make(), make()];
  const box = { left: width, top: height, right: -1, bottom: -1 };
  let count = 0;
  for (let y = 0, cell = 0; y < height; y++) {
    for (let x = 0; x < width; x++, cell++) {
      let sum = 0;
      let squares = 0;
      let a = 0;
      let b = 0;
      let r = 0;
      for (let v = 0; v < step; v++) {
        for (let i = (y * step + v) * mask.width + x * step, u = 0; u < step; u++, i++) {
          const cr = rgb[3 * i] as number;
          const cb = rgb[3 * i + 2] as number;
          const luma = 0.299 * cr + 0.587 * (rgb[3 * i + 1] as number) + 0.114 * cb;
          sum += luma;
          squares += luma * luma;
          b += cb - luma;
          r += cr - luma;
          a += mask.alpha[i] as number;
        }
      }
      const n = step * step;
      alpha[cell] = a / n;
      light[cell] = sum / n;
      blue[cell] = b / n;
      red[cell] = r / n;
      rough[cell] = Math.sqrt(Math.max(0, squares / n - (sum / n) ** 2));
      if ((alpha[cell] as number) < solid) continue;
      count += 1;
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
      box.top = Math.min(box.top, y);
      box.bottom = y;
    }
  }
  return { step, width, height, alpha, colors: [light, blue, red], rough, count, box };
}

/** Connected cells of the product's lower part into which the ground beside them continues without an edge. */
function partsLikeGround(cells: Cells): number[][] {
  const { width, height, alpha, colors, rough, box } = cells;
  const from = Math.round(box.top + upper * (box.bottom - box.top));
  /** The cell of the ground from which a cell was reached. */
  const seeds = new Int32Array(width * height).fill(-1);
  const waiting: number[] = [];
  for (let y = from; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const cell = y * width + x;
      if ((alpha[cell] as number) > clear) continue;
      seeds[cell] = cell;
      waiting.push(cell);
    }
  }
  const isLike = (seed: number, before: number, cell: number) => {
    const ratio = ((rough[cell] as number) + 1) / ((rough[seed] as number) + 1);
    if (ratio > texture || ratio < 1 / texture) return false;
    return stepBetween(colors, before, cell) <= mostStep && stepBetween(colors, seed, cell) <= mostInAll;
  };
  for (let next = 0; next < waiting.length; next++) {
    const before = waiting[next] as number;
    const [x, y] = [before % width, Math.floor(before / width)];
    for (const [dx, dy] of neighbors) {
      const [u, v] = [x + dx, y + dy];
      if (u < 0 || v < from || u >= width || v >= height) continue;
      const cell = v * width + u;
      const seed = seeds[before] as number;
      if ((seeds[cell] as number) >= 0 || !isLike(seed, before, cell)) continue;
      seeds[cell] = seed;
      waiting.push(cell);
    }
  }
  const alike = alpha.map((value, cell) => (value >= solid && (seeds[cell] as number) >= 0 ? 1 : 0));
  const components = findComponents({ alpha: alike, width, height }, { from: 1 });
  const parts: number[][] = components.areas.map(() => []);
  forEachRun(components, (name, start, end) => {
    for (let cell = start; cell < end; cell++) parts[name]?.push(cell);
  });
  return parts.slice(1);
}

function stepBetween([light, blue, red]: Cells["colors"], one: number, other: number): number {
  const a = (light[one] as number) - (light[other] as number);
  const b = (blue[one] as number) - (blue[other] as number);
  const c = (red[one] as number) - (red[other] as number);
  return Math.sqrt(a * a + b * b + c * c);
}

const neighbors = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;

/** The share of a part's sides that lie on the ground, and its mean steps of color to the ground and to the product. */
function edgesOf(part: readonly number[], cells: Cells) {
  const { width, height, alpha, colors } = cells;
  const own = new Set(part);
  const [ground, product] = [
    { sides: 0, sum: 0 },
    { sides: 0, sum: 0 },
  ];
  for (const cell of part) {
    const [x, y] = [cell % width, Math.floor(cell / width)];
    for (const [dx, dy] of neighbors) {
      const next = cell + dx + dy * width;
      if (own.has(next)) continue;
      // Two cells away, because the cell at an edge shows both sides of it.
      const [u, v] = [x + 2 * dx, y + 2 * dy];
      if (u < 0 || v < 0 || u >= width || v >= height) continue;
      const far = v * width + u;
      const side = (alpha[next] as number) < solid ? ground : product;
      side.sides += 1;
      side.sum += stepBetween(colors, cell, far);
    }
  }
  const mean = ({ sides, sum }: typeof ground) => sum / Math.max(1, sides);
  return {
    open: ground.sides / Math.max(1, ground.sides + product.sides),
    toGround: mean(ground),
    toProduct: mean(product),
  };
}

/** The share of a part that has none of the rest of the product beside it, or below it, on one of its sides. */
function beyondHull(part: readonly number[], { width, alpha, box }: Cells): number {
  const own = new Set(part);
  // The lowest cell of the rest in each column, and from there to either side.
  const lowest = new Float32Array(width).fill(-1);
  for (let y = box.top; y <= box.bottom; y++) {
    for (let x = box.left; x <= box.right; x++) {
      if ((alpha[y * width + x] as number) >= solid && !own.has(y * width + x)) lowest[x] = y;
    }
  }
  const fromLeft = lowest.slice();
  const fromRight = lowest.slice();
  for (let x = 1; x < width; x++) fromLeft[x] = Math.max(fromLeft[x] as number, fromLeft[x - 1] as number);
  for (let x = width - 2; x >= 0; x--)
    fromRight[x] = Math.max(fromRight[x] as number, fromRight[x + 1] as number);
  const isBeyond = (cell: number) => {
    const x = cell % width;
    return Math.floor(cell / width) > Math.min(fromLeft[x] as number, fromRight[x] as number);
  };
  return part.filter(isBeyond).length / part.length;
}

function boxOf(part: readonly number[], { width, step }: Cells): Box {
  const columns = part.map((cell) => cell % width);
  const rows = part.map((cell) => Math.floor(cell / width));
  const [left, top] = [Math.min(...columns), Math.min(...rows)];
  return {
    left: left * step,
    top: top * step,
    width: (Math.max(...columns) + 1 - left) * step,
    height: (Math.max(...rows) + 1 - top) * step,
  };
}

/** Makes the removed cells transparent, with a soft edge to what stays. */
function fade(mask: Mask, removed: Float32Array, { step, width, height }: Cells): void {
  // One cell farther, over what is left of the part at its edges.
  boxSum(removed, { width, height }, { columns: 1, rows: 1 });
  const at = (x: number, y: number) =>
    Math.min(1, removed[clamp(y, 0, height - 1) * width + clamp(x, 0, width - 1)] as number);
  const cellAt = (pixel: number) => (pixel + 0.5) / step - 0.5;
  for (let y = 0; y < mask.height; y++) {
    const row = Math.floor(cellAt(y));
    const down = cellAt(y) - row;
    for (let x = 0; x < mask.width; x++) {
      const column = Math.floor(cellAt(x));
      const right = cellAt(x) - column;
      const share =
        (at(column, row) * (1 - right) + at(column + 1, row) * right) * (1 - down) +
        (at(column, row + 1) * (1 - right) + at(column + 1, row + 1) * right) * down;
      if (share > 0)
        mask.alpha[y * mask.width + x] =
          (mask.alpha[y * mask.width + x] as number) * clamp(2 - 2 * share, 0, 1);
    }
  }
}
