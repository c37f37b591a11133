import type { Size } from "#lib/contract/photos/sizes.ts";
import { boxSum } from "#lib/imaging/pixels/box-sum.ts";
import type { SourceDetail } from "#lib/imaging/pixels/cut-out.ts";
import { percentile } from "#lib/imaging/pixels/numbers.ts";

/** Longer side, in pixels, of the part of a picture in which its detail is measured. */
export const detailSide = 640;

/** Side of the blocks in which noise is measured, the share of the smoothest ones that shows it, and their number. */
const blockSide = 12;
const smoothest = 0.2;
const fewestBlocks = 30;
/** Standard deviation of a smooth slope in a block. */
const slopes = 0.012;
/** Side of a JPEG's blocks. Steps between them (shares of full scale): largest one, that of rounding, and flat sides. */
const grid = 8;
const mostStep = 30 / 255;
const rounding = 1.1 / 255;
const quiet = 1.6 / 255;
/** Least gradient of an edge (0..1 per pixel), in standard deviations of the noise, and relative to the steepest. */
const leastEdge = 0.02;
const overNoise = 7;
const leastOfSteepest = 0.35;
const fewestEdges = 60;
/** Share of the edges that are in focus: the others lie before or behind it, or are soft. */
const sharpest = 0.4;

/** Measures noise, blocks and blur in a part of a picture at its own size (`rgb`, × 3 or × 4, sRGB). */
export function measureDetail(pixels: Uint8Array, channels: 3 | 4, size: Size): SourceDetail {
  const planes = planesOf(pixels, channels, size);
  const noise = noiseIn(planes, size);
  const { luma } = planes;
  return { ...noise, blocks: blocksOf(luma, size), blur: blurOf(luma, size, noise.noise) };
}

type Noise = Pick<SourceDetail, "noise" | "colorNoise">;

/** Measures the noise alone. */
export function measureNoise(pixels: Uint8Array, channels: 3 | 4, size: Size): Noise {
  return noiseIn(planesOf(pixels, channels, size), size);
}

type Plane = Float32Array;

interface Planes {
  luma: Plane;
  blue: Plane;
  red: Plane;
}

function planesOf(pixels: Uint8Array, channels: 3 | 4, size: Size): Planes {
  const count = size.width * size.height;
  const [luma, blue, red] = [0, 1, 2].map(() => new Float32Array(count)) as [Plane, Plane, Plane];
  for (let i = 0, at = 0; i < count; i++, at += channels) {
    const r = pixels[at] as number;
    const g = pixels[at + 1] as number;
    const b = pixels[at + 2] as number;
    const y = (0.299 * r + 0.587 * g + 0.114 * b) / 255;
    luma[i] = y;
    blue[i] = 0.564 * (b / 255 - y);
    red[i] = 0.713 * (r / 255 - y);
  }
  return { luma, blue, red };
}

function noiseIn({ luma, blue, red }: Planes, size: Size): Noise {
  const half = { width: size.width >> 1, height: size.height >> 1 };
  // Compression removes the finest noise; of white noise, a half is left at half the size.
  const noise = Math.max(noiseOf(luma, size), 2 * noiseOf(halved(luma, size), half));
  const colorNoise = Math.max(...[blue, red].map((plane) => colorNoiseOf(halved(plane, size), half)));
  return { noise, colorNoise };
}

/** JPEG stores colors at half the size, where their noise is as fine as it can be; cameras leave larger spots. */
function colorNoiseOf(plane: Plane, size: Size): number {
  const half = { width: size.width >> 1, height: size.height >> 1 };
  return Math.max(noiseOf(plane, size), 1.5 * noiseOf(halved(plane, size), half));
}

function halved(plane: Plane, { width, height }: Size): Plane {
  const [columns, rows] = [width >> 1, height >> 1];
  const half = new Float32Array(columns * rows);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const at = 2 * y * width + 2 * x;
      const upper = (plane[at] as number) + (plane[at + 1] as number);
      half[y * columns + x] =
        (upper + ((plane[at + width] as number) + (plane[at + width + 1] as number))) / 4;
    }
  }
  return half;
}

/** Standard deviation of the noise (Immerkær 1996) in the smoothest blocks. */
function noiseOf(plane: Plane, { width, height }: Size): number {
  const levels: number[] = [];
  const area = blockSide * blockSide;
  for (let top = 1; top + blockSide < height; top += blockSide) {
    for (let left = 1; left + blockSide < width; left += blockSide) {
      let sum = 0;
      let light = 0;
      let squares = 0;
      for (let y = top; y < top + blockSide; y++) {
        for (let i = y * width + left; i < y * width + left + blockSide; i++) {
          const up = i - width;
          const down = i + width;
          const corners =
            (plane[up - 1] as number) +
            (plane[up + 1] as number) +
            (plane[down - 1] as number) +
            (plane[down + 1] as number);
          const sides =
            (plane[i - 1] as number) +
            (plane[i + 1] as number) +
            (plane[up] as number) +
            (plane[down] as number);
          const here = plane[i] as number;
          sum += Math.abs(corners - 2 * sides + 4 * here);
          light += here;
          squares += here * here;
        }
      }
      const level = (Math.sqrt(Math.PI / 2) * sum) / (6 * area);
      const deviation = Math.sqrt(Math.max(0, squares / area - (light / area) ** 2));
      // What varies more than its noise has an edge in it.
      if (deviation <= 3 * level + slopes) levels.push(level);
    }
  }
  return levels.length < fewestBlocks ? 0 : percentile(levels, smoothest);
}

/** By how much steps between a JPEG's blocks exceed those within them, 0..1 of full scale; 0 without blocks. */
function blocksOf(luma: Plane, size: Size): number {
  return Math.min(stepsBetween(luma, size, 1), stepsBetween(luma, size, size.width));
}

function stepsBetween(luma: Plane, { width, height }: Size, stride: number): number {
  const sums = new Float64Array(grid);
  const counts = new Float64Array(grid);
  for (let y = 3; y < height - 3; y++) {
    for (let x = 3; x < width - 3; x++) {
      const i = y * width + x;
      const left = luma[i - stride] as number;
      const right = luma[i] as number;
      const before = left - (luma[i - 2 * stride] as number);
      const after = (luma[i + stride] as number) - right;
      // Only where both sides are flat: elsewhere, texture hides a step.
      if (before > quiet || before < -quiet || after > quiet || after < -quiet) continue;
      const step = Math.abs(right - left - (before + after) / 2);
      if (step > mostStep) continue;
      const place = (stride === 1 ? x : y) % grid;
      sums[place] = (sums[place] as number) + Math.max(0, step - rounding);
      counts[place] = (counts[place] as number) + 1;
    }
  }
  const [between = 0, ...within] = Array.from(
    sums,
    (sum, place) => sum / Math.max(1, counts[place] as number),
  );
  return Math.max(0, between - 2 * percentile(within, 0.5));
}

/** Standard deviation (pixels) of the blur of the sharpest edges (Zhuo, Sim 2011); null without clear edges. */
function blurOf(luma: Plane, size: Size, noise: number): number | null {
  const { width, height } = size;
  const again = luma.slice();
  // Three box filters of three pixels: a Gaussian with a variance of 2.
  for (let pass = 0; pass < 3; pass++) averageNine(again, size);
  const least = Math.max(leastEdge, overNoise * noise);
  const steeps: number[] = [];
  const sigmas: number[] = [];
  for (let y = 3; y < height - 3; y++) {
    for (let x = 3; x < width - 3; x++) {
      const i = y * width + x;
      const across = ((luma[i + 1] as number) - (luma[i - 1] as number)) / 2;
      const down = ((luma[i + width] as number) - (luma[i - width] as number)) / 2;
      if (across < least && across > -least && down < least && down > -least) continue;
      const steep = Math.sqrt(across * across + down * down);
      if (steep < least) continue;
      const along = Math.abs(across) > Math.abs(down) ? 1 : width;
      if (steepness(luma, i - along, width) > steep || steepness(luma, i + along, width) > steep) continue;
      const ratio = steep / Math.max(1e-6, steepness(again, i, width));
      steeps.push(steep);
      sigmas.push(Math.sqrt(2 / Math.max(0.02, ratio ** 2 - 1)));
    }
  }
  const steepest = percentile(steeps, 0.98);
  const clear = sigmas.filter((_, edge) => (steeps[edge] as number) >= leastOfSteepest * steepest);
  return clear.length < fewestEdges ? null : percentile(clear, sharpest);
}

/** Replaces each value by the mean of it and its neighbors. */
function averageNine(plane: Plane, size: Size): void {
  boxSum(plane, size, { columns: 1, rows: 1 });
  const { width, height } = size;
  for (let y = 0; y < height; y++) {
    const rows = y === 0 || y === height - 1 ? 2 : 3;
    divideRow(plane.subarray(y * width, (y + 1) * width), 3 * rows, 2 * rows);
  }
}

/** Divides the values of a row by `count`, but the first and the last one by `atEnds`. */
function divideRow(row: Float32Array, count: number, atEnds: number): void {
  const last = row.length - 1;
  row[0] = (row[0] as number) / atEnds;
  for (let x = 1; x < last; x++) row[x] = (row[x] as number) / count;
  row[last] = (row[last] as number) / atEnds;
}

/** Length of the gradient at a place. A root of squares, as `Math.hypot` takes ten times as long. */
function steepness(plane: Plane, i: number, width: number): number {
  const across = ((plane[i + 1] as number) - (plane[i - 1] as number)) / 2;
  const down = ((plane[i + width] as number) - (plane[i - width] as number)) / 2;
  return Math.sqrt(across * across + down * down);
}
