import type { Size } from "#lib/contract/photos/sizes.ts";
import type { Mask } from "#lib/imaging/pixels/mask.ts";
import { solveSymmetric } from "#lib/imaging/pixels/numbers.ts";

/** Alpha up to which a pixel shows only the ground. */
const clear = 0.03;
/** Pixels from one sample to the next, across and down. */
const step = 8;
/** Difference (0..255) from the fitted ground beyond which a sample is a shadow or an object. */
const outlier = 8;
/** Least share of the samples that a plain ground explains. */
const leastPlain = 0.7;
const leastSamples = 64;

/** A ground of one color that may change evenly across the picture: a + b·x + c·y for each channel. */
export type PlainGround = Float64Array[];

/** Fits a plain ground to what the mask leaves clear of its picture (`rgb`, × 3); null when the ground is not plain. */
export function findPlainGround({ alpha, width, height }: Mask, rgb: Uint8Array): PlainGround | null {
  const samples: number[] = [];
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step)
      if ((alpha[y * width + x] ?? 0) <= clear) samples.push(y * width + x);
  }
  if (samples.length < leastSamples) return null;
  let kept = samples;
  // Shadows and objects bend the first fit, and are left out of the next ones.
  for (let round = 0; round < 3; round += 1) {
    const ground = [0, 1, 2].map((channel) => fitPlane(kept, { rgb, width, channel }));
    if (!isWhole(ground)) return null;
    kept = samples.filter((at) => differenceFrom(ground, rgb, at, width) <= outlier);
    if (round === 2) return kept.length >= leastPlain * samples.length ? ground : null;
    if (kept.length < leastSamples) return null;
  }
  return null;
}

/** Largest difference of a pixel's channels from the ground at its place. Positional, because it runs per pixel. */
export function differenceFrom(ground: PlainGround, rgb: Uint8Array, at: number, width: number): number {
  const x = at % width;
  const y = (at - x) / width;
  let most = 0;
  for (let channel = 0; channel < 3; channel += 1) {
    const plane = ground[channel] as Float64Array;
    const expected = (plane[0] as number) + (plane[1] as number) * x + (plane[2] as number) * y;
    const difference = Math.abs((rgb[at * 3 + channel] as number) - expected);
    if (difference > most) most = difference;
  }
  return most;
}

/** A mask that is 1 where the picture differs by more than `least` from the ground, and 0 elsewhere. */
export function differingFrom(ground: PlainGround, rgb: Uint8Array, size: Size, least: number): Mask {
  const alpha = new Float32Array(size.width * size.height);
  for (let y = 0; y < size.height; y += 1) markRow(alpha, { ground, rgb, least }, y, size.width);
  return { alpha, ...size };
}

function markRow(
  alpha: Float32Array,
  { ground, rgb, least }: { ground: PlainGround; rgb: Uint8Array; least: number },
  y: number,
  width: number,
): void {
  const [red, green, blue] = ground.map(([a = 0, b = 0, c = 0]) => [a + c * y, b] as const);
  if (!red || !green || !blue) return;
  for (let x = 0, at = y * width; x < width; x += 1, at += 1) {
    const differs =
      Math.abs((rgb[at * 3] as number) - red[0] - red[1] * x) > least ||
      Math.abs((rgb[at * 3 + 1] as number) - green[0] - green[1] * x) > least ||
      Math.abs((rgb[at * 3 + 2] as number) - blue[0] - blue[1] * x) > least;
    if (differs) alpha[at] = 1;
  }
}

function isWhole(planes: (Float64Array | null)[]): planes is Float64Array[] {
  return !planes.includes(null);
}

function fitPlane(
  samples: readonly number[],
  { rgb, width, channel }: { rgb: Uint8Array; width: number; channel: number },
): Float64Array | null {
  const matrix = new Float64Array(9);
  const right = new Float64Array(3);
  for (const at of samples) {
    const x = at % width;
    const values = [1, x, (at - x) / width] as const;
    for (let row = 0; row < 3; row += 1) {
      const value = values[row] as number;
      right[row] = (right[row] as number) + value * (rgb[at * 3 + channel] as number);
      for (let column = row; column < 3; column += 1)
        matrix[row * 3 + column] = (matrix[row * 3 + column] as number) + value * (values[column] as number);
    }
  }
  return solveSymmetric(matrix, right);
}
