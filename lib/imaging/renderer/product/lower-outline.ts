import type { Field } from "#lib/imaging/pixels/field.ts";
import { findThreadBelow } from "#lib/imaging/pixels/threads.ts";

/**
 * Per column, the lowest edge of the pixels that are covered by at least half; −1 where there are none. A loose thread
 * below the product is left out.
 */
export function bottomEdges(alpha: Field): Float32Array {
  return edgesOf(findThreadBelow(alpha)?.rest ?? alpha);
}

function edgesOf({ width, height, data }: Field): Float32Array {
  const bottom = new Float32Array(width).fill(-1);
  for (let x = 0; x < width; x++) {
    for (let y = height - 1; y >= 0; y--) {
      const here = data[y * width + x] as number;
      if (here < 0.5) continue;
      const below = y + 1 < height ? (data[(y + 1) * width + x] as number) : 0;
      bottom[x] = y + 0.5 + (here - 0.5) / Math.max(0.05, here - below);
      break;
    }
  }
  return bottom;
}

/** Smooths the stair steps of anti-aliasing without bridging jumps. */
export function smooth(line: Float32Array): Float32Array {
  return line.map((y, x) => {
    if (y < 0) return y;
    let sum = 0;
    let count = 0;
    for (let i = Math.max(0, x - 2); i <= Math.min(line.length - 1, x + 2); i++) {
      const other = line[i] as number;
      if (other < 0 || Math.abs(other - y) > 4) continue;
      sum += other;
      count++;
    }
    return sum / count;
  });
}

/** Thicker parts count as this thick, as a share of the longer side. */
const mostThick = 0.12;

/** Rows by which the lowest edge may differ from the lowest solid pixel. */
const mostMoved = 5;

/** Per column: rows of the product directly above its lowest edge. */
export function thicknessAbove(bottom: Float32Array, { width, height, data }: Field): Float32Array {
  const most = Math.ceil(mostThick * Math.max(width, height));
  return bottom.map((row, x) => {
    const lowest = Math.min(height - 1, Math.ceil(row) - 1);
    let first = lowest;
    // The edge may lie beyond its pixel's half, and smoothing moves it.
    while (first > 0 && lowest - first < mostMoved && (data[first * width + x] as number) < 0.5) first--;
    let y = first;
    while (y >= 0 && first - y < most && (data[y * width + x] as number) >= 0.5) y--;
    return first - y;
  });
}

/** Column of the center of the product's area. */
export function middleOf({ width, height, data }: Field): number {
  let [sum, covered] = [0, 0];
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const alpha = data[i] as number;
      sum += alpha * (x + 0.5);
      covered += alpha;
    }
  }
  return sum / Math.max(1e-6, covered);
}
