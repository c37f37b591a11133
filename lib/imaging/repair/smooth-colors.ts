import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import { boxSum } from "#lib/imaging/pixels/box-sum.ts";

/** Pixels to each side that a color is averaged with; spots of noise are as large as a JPEG's halved colors. */
const reach = 4;
/** Deviations up to so many times those of the noise are noise; it is measured at half the size. */
const certain = 5;

/**
 * Removes noise of color, in place: a guided filter (He, Sun, Tang 2010) of each color difference by itself, so that
 * edges of color stay, and brightness does not change. `noise` is its standard deviation, 0..1 of full scale. Only
 * opaque pixels count and change.
 */
export function smoothColors(rgba: Uint8Array, { width }: Size, box: Box, noise: number): void {
  const size = { width: box.width, height: box.height };
  const count = box.width * box.height;
  const [weights, blue, red] = [0, 1, 2].map(() => new Float32Array(count)) as [Plane, Plane, Plane];
  const forEach = (visit: (i: number, at: number) => void) => {
    for (let y = 0, i = 0; y < box.height; y++) {
      let at = ((box.top + y) * width + box.left) * 4;
      for (let x = 0; x < box.width; x++, i++, at += 4) if (rgba[at + 3] === 255) visit(i, at);
    }
  };
  forEach((i, at) => {
    const luma = lumaOf(rgba, at);
    weights[i] = 1;
    blue[i] = (rgba[at + 2] as number) - luma;
    red[i] = (rgba[at] as number) - luma;
  });
  const whole = weights.slice();
  boxSum(whole, size, { columns: reach, rows: reach });
  const variance = (certain * noise * 255) ** 2;
  for (const plane of [blue, red]) smooth(plane, { weights, whole, size, variance });
  forEach((i, at) => {
    const luma = lumaOf(rgba, at);
    const [r, b] = [luma + (red[i] as number), luma + (blue[i] as number)];
    const g = (luma - 0.299 * r - 0.114 * b) / 0.587;
    rgba[at] = toByte(r);
    rgba[at + 1] = toByte(g);
    rgba[at + 2] = toByte(b);
  });
}

type Plane = Float32Array;

interface Smoothing {
  /** 1 for pixels that count, and the number of those around each pixel. */
  weights: Plane;
  whole: Plane;
  size: Size;
  /** Variance up to which a neighborhood has one color. */
  variance: number;
}

function smooth(plane: Plane, { weights, whole, size, variance }: Smoothing): void {
  const meanOf = (values: Plane) => {
    boxSum(values, size, { columns: reach, rows: reach });
    for (let i = 0; i < values.length; i++)
      values[i] = (values[i] as number) / Math.max(1, whole[i] as number);
    return values;
  };
  const mean = meanOf(plane.slice());
  const slopes = meanOf(plane.map((value) => value * value));
  const offsets = mean;
  for (let i = 0; i < plane.length; i++) {
    const center = mean[i] as number;
    const spread = Math.max(0, (slopes[i] as number) - center * center);
    const slope = (weights[i] as number) * (spread / (spread + variance));
    slopes[i] = slope;
    offsets[i] = ((weights[i] as number) - slope) * center;
  }
  meanOf(slopes);
  meanOf(offsets);
  for (let i = 0; i < plane.length; i++) {
    plane[i] = (slopes[i] as number) * (plane[i] as number) + (offsets[i] as number);
  }
}

function lumaOf(rgba: Uint8Array, at: number): number {
  return 0.299 * (rgba[at] as number) + 0.587 * (rgba[at + 1] as number) + 0.114 * (rgba[at + 2] as number);
}

function toByte(value: number): number {
  return value <= 0 ? 0 : value >= 255 ? 255 : Math.round(value);
}
