import type { Box } from "#lib/contract/photos/sizes.ts";
import { guidedFilter } from "./guided-filter.ts";
import { type ColorPicture, createField, type Field } from "./pixels.ts";

// These constants were tuned on the sample products: a stroke along an edge should change little on its other side.
/** Number of cells along the brush's radius. With large brushes one cell covers several pixels. */
const cellsPerRadius = 40;
/** Largest color range along a path, 0..255: `plainLevels` + `textureSteps` × the median step under the brush. */
const plainLevels = 16;
const textureSteps = 3;
/** Cost units per color level. */
const costSteps = 4;
/** Radius of the seed area around the brush's center, as a share of the brush's radius. */
const coreShare = 0.08;
/** Variance below which the guide counts as flat. The guide runs 0..1 from one side's mean color to the other's. */
const flatVariance = 0.01;

/**
 * How far each pixel of `box` belongs to the object at `center`, 0..1. A pixel belongs if a path from the center
 * reaches it without crossing an edge. The cost of a path is its color range (minimum barrier distance, Strand et al.
 * 2013); the limit grows with the texture under the brush. A guided filter then softens the border along the
 * picture's edges.
 */
export function findConnected(
  picture: ColorPicture,
  { box, center, radius }: { box: Box; center: { x: number; y: number }; radius: number },
): Field {
  const cellPx = Math.max(1, Math.ceil(radius / cellsPerRadius));
  const cells = readCells(picture, box, cellPx);
  const belongs = spread(cells, {
    x: (center.x - box.left) / cellPx - 0.5,
    y: (center.y - box.top) / cellPx - 0.5,
    core: Math.max(0.8, (radius * coreShare) / cellPx),
    reach: radius / cellPx,
  });
  const rough = enlarge(belongs, box, cellPx);
  const guide = projectColors(picture, box, rough);
  if (guide === null) return rough;
  const soft = guidedFilter(guide, rough, { radius: Math.max(2, cellPx + 1), epsilon: flatVariance });
  for (let at = 0; at < soft.values.length; at += 1) {
    // Raises the contrast, because the filter blurs the border in flat parts.
    soft.values[at] = Math.min(1, Math.max(0, ((soft.values[at] ?? 0) - 0.5) * 1.25 + 0.5));
  }
  return soft;
}

interface Cells {
  width: number;
  height: number;
  /** 3 × width × height mean colors. */
  rgb: Float32Array;
}

/** Averages the box over squares of `cellPx` pixels. */
function readCells({ width: stride, rgba }: ColorPicture, box: Box, cellPx: number): Cells {
  const width = Math.ceil(box.width / cellPx);
  const height = Math.ceil(box.height / cellPx);
  const rgb = new Float32Array(width * height * 3);
  for (let row = 0; row < height; row += 1) {
    const bottom = Math.min(box.height, (row + 1) * cellPx);
    for (let column = 0; column < width; column += 1) {
      const right = Math.min(box.width, (column + 1) * cellPx);
      const to = (row * width + column) * 3;
      let count = 0;
      for (let y = row * cellPx; y < bottom; y += 1) {
        for (let x = column * cellPx; x < right; x += 1) {
          const from = ((box.top + y) * stride + box.left + x) * 4;
          for (let channel = 0; channel < 3; channel += 1) {
            rgb[to + channel] = (rgb[to + channel] ?? 0) + (rgba[from + channel] ?? 0);
          }
          count += 1;
        }
      }
      for (let channel = 0; channel < 3; channel += 1) rgb[to + channel] = (rgb[to + channel] ?? 0) / count;
    }
  }
  return { width, height, rgb };
}

/** Largest difference of any channel between two cells. */
function stepBetween({ rgb }: Cells, one: number, other: number): number {
  let most = 0;
  for (let channel = 0; channel < 3; channel += 1) {
    const step = Math.abs((rgb[one * 3 + channel] ?? 0) - (rgb[other * 3 + channel] ?? 0));
    if (step > most) most = step;
  }
  return most;
}

interface Seed {
  x: number;
  y: number;
  core: number;
  reach: number;
}

/** 1 for cells that a path within the cost limit connects to the seed, else 0. */
function spread(cells: Cells, seed: Seed): Field {
  const { width, height, rgb } = cells;
  const limit = Math.round((plainLevels + textureSteps * usualStep(cells, seed)) * costSteps);
  const costs = new Uint16Array(width * height).fill(limit + 1);
  // Minimum and maximum of each channel on the cheapest path to a cell.
  const low = rgb.slice();
  const high = rgb.slice();
  // One queue per cost, because costs are small integers.
  const queues: number[][] = Array.from({ length: limit + 1 }, () => []);
  const belongs = createField(width, height);
  forCells(cells, seed, seed.core, (index) => {
    costs[index] = 0;
    queues[0]?.push(index);
  });
  const visit = (from: number, to: number) => {
    if (belongs.values[to] === 1) return;
    let range = 0;
    for (let channel = 0; channel < 3; channel += 1) {
      const value = rgb[to * 3 + channel] ?? 0;
      const least = Math.min(low[from * 3 + channel] ?? 0, value);
      range = Math.max(range, Math.max(high[from * 3 + channel] ?? 0, value) - least);
    }
    const cost = Math.round(range * costSteps);
    if (cost > limit || cost >= (costs[to] ?? 0)) return;
    costs[to] = cost;
    for (let at = to * 3, before = from * 3; at < to * 3 + 3; at += 1, before += 1) {
      low[at] = Math.min(low[before] ?? 0, rgb[at] ?? 0);
      high[at] = Math.max(high[before] ?? 0, rgb[at] ?? 0);
    }
    queues[cost]?.push(to);
  };
  for (const queue of queues) {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      if (belongs.values[next] === 1) continue;
      belongs.values[next] = 1;
      const x = next % width;
      if (x > 0) visit(next, next - 1);
      if (x < width - 1) visit(next, next + 1);
      if (next >= width) visit(next, next - width);
      if (next < width * (height - 1)) visit(next, next + width);
    }
  }
  return belongs;
}

function forCells(
  { width, height }: Cells,
  { x, y }: Seed,
  radius: number,
  visit: (index: number) => void,
): void {
  const [top, bottom] = [Math.max(0, Math.floor(y - radius)), Math.min(height - 1, Math.ceil(y + radius))];
  const [left, right] = [Math.max(0, Math.floor(x - radius)), Math.min(width - 1, Math.ceil(x + radius))];
  for (let row = top; row <= bottom; row += 1) {
    for (let column = left; column <= right; column += 1) {
      if (Math.hypot(column - x, row - y) <= radius) visit(row * width + column);
    }
  }
}

/** The median color step between horizontal neighbors in the inner half of the brush. */
function usualStep(cells: Cells, seed: Seed): number {
  const counts = new Uint32Array(256);
  let total = 0;
  forCells(cells, seed, Math.max(2, seed.reach / 2), (index) => {
    if ((index + 1) % cells.width !== 0) {
      const step = Math.min(255, Math.round(stepBetween(cells, index, index + 1)));
      counts[step] = (counts[step] ?? 0) + 1;
      total += 1;
    }
  });
  let below = 0;
  for (let step = 0; step < 256; step += 1) {
    below += counts[step] ?? 0;
    if (below * 2 >= total) return Math.max(1, step);
  }
  return 1;
}

function enlarge({ width, values }: Field, box: Box, cellPx: number): Field {
  const large = createField(box.width, box.height);
  for (let y = 0; y < box.height; y += 1) {
    const row = Math.floor(y / cellPx) * width;
    for (let x = 0; x < box.width; x += 1) {
      large.values[y * box.width + x] = values[row + Math.floor(x / cellPx)] ?? 0;
    }
  }
  return large;
}

/**
 * Projects each pixel's color onto the line from the mean outside color (0) to the mean inside color (1), the single
 * channel that separates both sides best. Null if one side is empty or both have the same color.
 */
function projectColors({ width: stride, rgba }: ColorPicture, box: Box, belongs: Field): Field | null {
  const inside = [0, 0, 0, 0];
  const outside = [0, 0, 0, 0];
  const each = (visit: (at: number, from: number) => void) => {
    for (let y = 0; y < box.height; y += 1) {
      for (let x = 0; x < box.width; x += 1)
        visit(y * box.width + x, ((box.top + y) * stride + box.left + x) * 4);
    }
  };
  each((at, from) => {
    const side = (belongs.values[at] ?? 0) > 0.5 ? inside : outside;
    side[3] = (side[3] ?? 0) + 1;
    for (let channel = 0; channel < 3; channel += 1)
      side[channel] = (side[channel] ?? 0) + (rgba[from + channel] ?? 0);
  });
  const axis = [0, 1, 2].map(
    (channel) => (inside[channel] ?? 0) / (inside[3] || 1) - (outside[channel] ?? 0) / (outside[3] || 1),
  );
  const length = axis.reduce((sum, part) => sum + part * part, 0);
  if (!inside[3] || !outside[3] || length < 9) return null;
  const guide = createField(box.width, box.height);
  const origin = [0, 1, 2].map((channel) => (outside[channel] ?? 0) / (outside[3] || 1));
  each((at, from) => {
    let along = 0;
    for (let channel = 0; channel < 3; channel += 1) {
      along += ((rgba[from + channel] ?? 0) - (origin[channel] ?? 0)) * (axis[channel] ?? 0);
    }
    guide.values[at] = along / length;
  });
  return guide;
}
