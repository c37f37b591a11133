import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import { clamp } from "#lib/imaging/pixels/numbers.ts";
import type { Plane } from "#lib/imaging/pixels/resampling.ts";

/** A line of pixels with their derivatives: across, down, and both (`twist`). */
interface Knots {
  value: Float32Array;
  across: Float32Array;
  down: Float32Array;
  twist: Float32Array;
}

/**
 * Enlarges by locally bounded bicubic interpolation (Robidoux; "lbb" of libvips), measured best for lettering. The
 * derivatives of a pixel are computed once, and a line of the result is interpolated down and then across; libvips
 * computes them for every pixel of the result, and takes six times as long.
 */
export function enlargePart({ data, channels, width, height }: Plane, size: Size, part: Box) {
  const columns = hermite(part.left, part.width, { length: width, made: size.width });
  const lines = hermite(part.top, part.height, { length: height, made: size.height });
  const knotsAt = recentKnots({ data, channels, width, height });
  const value = new Float32Array((width + 1) * channels);
  const across = new Float32Array((width + 1) * channels);
  const pixels = new Uint16Array(part.width * part.height * channels);
  const from = (columns.index[0] as number) * channels;
  const to = Math.min(width, (columns.index.at(-1) as number) + 2) * channels;
  for (let y = 0; y < part.height; y++) {
    const upper = knotsAt(lines.index[y] as number);
    const lower = knotsAt(Math.min(height - 1, (lines.index[y] as number) + 1));
    const a = lines.weights[y * 4] as number;
    const b = lines.weights[y * 4 + 1] as number;
    const c = lines.weights[y * 4 + 2] as number;
    const d = lines.weights[y * 4 + 3] as number;
    for (let i = from; i < to; i++) {
      value[i] =
        a * (upper.value[i] as number) +
        b * (upper.down[i] as number) +
        c * (lower.value[i] as number) +
        d * (lower.down[i] as number);
      across[i] =
        a * (upper.across[i] as number) +
        b * (upper.twist[i] as number) +
        c * (lower.across[i] as number) +
        d * (lower.twist[i] as number);
    }
    const row = pixels.subarray(y * part.width * channels, (y + 1) * part.width * channels);
    if (channels === 3) stretchRgb(value, across, columns, row);
    else stretch(value, across, columns, row);
  }
  return pixels;
}

interface Hermite {
  /** The source pixel before each position. */
  index: Int32Array;
  /** Weights of that pixel's value and slope, and of the next one's: four numbers per position. */
  weights: Float32Array;
}

/** Positions of `count` pixels of the result among the source pixels, and their weights (cubic Hermite basis). */
function hermite(begin: number, count: number, { length, made }: { length: number; made: number }): Hermite {
  const index = new Int32Array(count);
  const weights = new Float32Array(count * 4);
  for (let i = 0; i < count; i++) {
    const place = clamp(((begin + i + 0.5) * length) / made - 0.5, 0, length - 1);
    const before = Math.min(Math.floor(place), Math.max(0, length - 2));
    const t = place - before;
    const rest = 1 - t;
    index[i] = before;
    weights.set([(1 + 2 * t) * rest * rest, t * rest * rest, t * t * (3 - 2 * t), -t * t * rest], i * 4);
  }
  return { index, weights };
}

// Unrolled for one channel and for three: millions of pixels pass through here.
function stretch(value: Float32Array, across: Float32Array, columns: Hermite, row: Uint16Array): void {
  const { index, weights } = columns;
  for (let x = 0, w = 0; x < row.length; x++, w += 4) {
    const i = index[x] as number;
    row[x] =
      (weights[w] as number) * (value[i] as number) +
      (weights[w + 1] as number) * (across[i] as number) +
      (weights[w + 2] as number) * (value[i + 1] as number) +
      (weights[w + 3] as number) * (across[i + 1] as number) +
      0.5;
  }
}

function stretchRgb(value: Float32Array, across: Float32Array, columns: Hermite, row: Uint16Array): void {
  const { index, weights } = columns;
  for (let x = 0, o = 0, w = 0; o < row.length; x++, o += 3, w += 4) {
    const i = (index[x] as number) * 3;
    const a = weights[w] as number;
    const b = weights[w + 1] as number;
    const c = weights[w + 2] as number;
    const d = weights[w + 3] as number;
    row[o] =
      a * (value[i] as number) +
      b * (across[i] as number) +
      c * (value[i + 3] as number) +
      d * (across[i + 3] as number) +
      0.5;
    row[o + 1] =
      a * (value[i + 1] as number) +
      b * (across[i + 1] as number) +
      c * (value[i + 4] as number) +
      d * (across[i + 4] as number) +
      0.5;
    row[o + 2] =
      a * (value[i + 2] as number) +
      b * (across[i + 2] as number) +
      c * (value[i + 5] as number) +
      d * (across[i + 5] as number) +
      0.5;
  }
}

/** Returns the knots of a line; the last two lines are cached. */
function recentKnots(plane: Plane): (line: number) => Knots {
  const length = plane.width * plane.channels;
  const kept = [0, 1].map(() => ({
    line: -1,
    knots: {
      value: new Float32Array(length),
      across: new Float32Array(length),
      down: new Float32Array(length),
      twist: new Float32Array(length),
    },
  }));
  return (line) => {
    const slot = kept[line & 1] as (typeof kept)[number];
    if (slot.line !== line) findKnots(plane, line, slot.knots);
    slot.line = line;
    return slot.knots;
  };
}

/**
 * Derivatives by central differences, limited so that no interpolated value is darker or brighter than the nine
 * pixels around each knot. In the Hermite basis a slope weighs at most a third of its value, hence the bounds.
 */
function findKnots({ data, channels, width, height }: Plane, line: number, knots: Knots): void {
  const length = width * channels;
  const start = line * length;
  const toAbove = line > 0 ? -length : 0;
  const toBelow = line + 1 < height ? length : 0;
  const { value, across, down, twist } = knots;
  for (let i = 0; i < length; i++) {
    const at = start + i;
    const l = i >= channels ? at - channels : at;
    const r = i + channels < length ? at + channels : at;
    const z = data[at] as number;
    const left = data[l] as number;
    const right = data[r] as number;
    const up = data[at + toAbove] as number;
    const bottom = data[at + toBelow] as number;
    const leftUp = data[l + toAbove] as number;
    const rightUp = data[r + toAbove] as number;
    const leftDown = data[l + toBelow] as number;
    const rightDown = data[r + toBelow] as number;
    const least = Math.min(z, left, right, up, bottom, leftUp, rightUp, leftDown, rightDown);
    const most = Math.max(z, left, right, up, bottom, leftUp, rightUp, leftDown, rightDown);
    value[i] = z;
    const under = z - least;
    const over = most - z;
    const steepest = 3 * Math.min(under, over);
    if (steepest === 0) {
      across[i] = 0;
      down[i] = 0;
      twist[i] = 0;
      continue;
    }
    const dx = clamp((right - left) / 2, -steepest, steepest);
    const dy = clamp((bottom - up) / 2, -steepest, steepest);
    const sum = 3 * Math.abs(dx + dy);
    const difference = 3 * Math.abs(dx - dy);
    const low = Math.max(sum - 9 * under, difference - 9 * over);
    const high = Math.min(9 * over - sum, 9 * under - difference);
    across[i] = dx;
    down[i] = dy;
    twist[i] = clamp((rightDown - rightUp - leftDown + leftUp) / 4, low, high);
  }
}
