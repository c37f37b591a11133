import type { Box } from "#lib/contract/photos/sizes.ts";

/** Alpha as 8-bit grey; 255 is opaque product. */
export interface GreyPicture {
  width: number;
  height: number;
  values: Uint8ClampedArray;
}

/** RGBA pixels as a canvas returns them. */
export interface ColorPicture {
  width: number;
  height: number;
  rgba: Uint8ClampedArray;
}

/** One float per pixel. */
export interface Field {
  width: number;
  height: number;
  values: Float32Array;
}

export function createField(width: number, height: number): Field {
  return { width, height, values: new Float32Array(width * height) };
}

export function joinBoxes(one: Box | null, other: Box | null): Box | null {
  if (one === null || other === null) return one ?? other;
  const left = Math.min(one.left, other.left);
  const top = Math.min(one.top, other.top);
  const right = Math.max(one.left + one.width, other.left + other.width);
  const bottom = Math.max(one.top + one.height, other.top + other.height);
  return { left, top, width: right - left, height: bottom - top };
}

/** The mean color of the product, with pixels weighted by alpha; grey if the mask is empty. */
export function meanProductColor(picture: ColorPicture, mask: GreyPicture): [number, number, number] {
  const sums = [0, 0, 0];
  let weights = 0;
  // Every fourth pixel is enough for the mean.
  for (let index = 0; index < mask.values.length; index += 4) {
    const weight = mask.values[index] ?? 0;
    if (weight === 0) continue;
    weights += weight;
    for (let channel = 0; channel < 3; channel += 1) {
      sums[channel] = (sums[channel] ?? 0) + weight * (picture.rgba[index * 4 + channel] ?? 0);
    }
  }
  const mean = (channel: number) => (weights === 0 ? 128 : Math.round((sums[channel] ?? 0) / weights));
  return [mean(0), mean(1), mean(2)];
}
