import type { Box } from "#lib/contract/photos/sizes.ts";
import { guidedFilter } from "./guided-filter.ts";
import { type ColorPicture, createField, type Field } from "./pixels.ts";

// Chosen on the sample products, by how much of the wrong side a stroke along their edges changes.
/** Cells across half of a brush; of larger brushes a cell is several pixels. */
const cellsPerRadius = 40;
/** Colors on a path may range over so many levels of 0..255, and the usual step under the brush so many times more. */
const plainLevels = 16;
const textureSteps = 3;
/** Costs are counted in parts of a level. */
const costSteps = 4;
/** Share of the radius around its middle that belongs by itself. */
const coreShare = 0.08;
/** Variance of the guide, which runs 0..1 from one side's color to the other's, that counts as flat. */
const flatVariance = 0.01;

/**
 * How far each pixel of `box` belongs to what lies at `center`, 0..1: reached from there without crossing an edge of
 * the picture. What a path costs is the range of the colors on it (the minimum barrier distance of Strand and others,
 * 2013); what it may cost grows with the texture under the brush. The border is then softened along the picture's edge.
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
    // A little contrast makes up for what the filter smears into flat parts.
    soft.values[at] = Math.min(1, Math.max(0, ((soft.values[at] ?? 0) - 0.5) * 1.25 + 0.5));
  }
  return soft;
}

interface Cells {
  width: number;
  height: number;
  /** × 3, mean colors. */
  rgb: Float32Array;
}

/** The box in squares of `cellPx` pixels. */
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

/** Largest difference of a channel between two cells. */
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

/** 1 for cells that a path of little cost leads to, within reach of the seed. */
function spread(cells: Cells, seed: Seed): Field {
  const { width, height, rgb } = cells;
  const limit = Math.round((plainLevels + textureSteps * usualStep(cells, seed)) * costSteps);
  const costs = new Uint16Array(width * height).fill(limit + 1);
  // The darkest and the lightest of each channel on the cheapest path to a cell.
  const low = rgb.slice();
  const high = rgb.slice();
  // A queue for each cost: costs are small whole numbers.
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

/** The median step between neighbors in the inner half of the brush. */
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
 * Each pixel's place on the line from the mean color of what does not belong (0) to that of what does (1): the one
 * channel that separates both sides best. Null where one side is empty or both have the same color.
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
