import { blurField, createField, type Field } from "#lib/imaging/pixels/field.ts";
import { clamp } from "#lib/imaging/pixels/numbers.ts";

/** Luma gradient at which an edge has half of its full strength. */
const halfEdge = 0.02;

/**
 * Computes edge directions, two channels: a unit vector at twice the edge's angle, shortened where the edge is weak.
 * The doubled angle is the same for light on dark and dark on light, so that a product is found on any background.
 * The idea of such a measure: Steger, "Similarity measures for occlusion, clutter, and illumination invariant object
 * recognition" (2001).
 */
export function edgeDirections(luma: Field, halfStrength = halfEdge): Field {
  const { width, height, data } = luma;
  const edges = createField(width, height, 2);
  for (let y = 0; y < height; y++) {
    const up = Math.max(0, y - 1) * width;
    const down = Math.min(height - 1, y + 1) * width;
    for (let x = 0; x < width; x++) {
      const left = y * width + Math.max(0, x - 1);
      const right = y * width + Math.min(width - 1, x + 1);
      const gx = ((data[right] as number) - (data[left] as number)) / 2;
      const gy = ((data[down + x] as number) - (data[up + x] as number)) / 2;
      const square = gx * gx + gy * gy;
      if (square < 1e-10) continue;
      const strength = square / (square + halfStrength * halfStrength);
      const i = (y * width + x) * 2;
      edges.data[i] = ((gx * gx - gy * gy) / square) * strength;
      edges.data[i + 1] = ((2 * gx * gy) / square) * strength;
    }
  }
  return edges;
}

/**
 * Removes local brightness and contrast: subtracts the mean of the masked pixels around and divides by their
 * deviation, so that slowly changing light has no effect. 0 where `mask` is 0.
 */
export function normalizeLocally(plane: Field, mask: Field, sigma: number): Field {
  const { width, height } = plane;
  const count = plane.data.length;
  const weight = blurField({ ...mask, data: mask.data.slice() }, sigma);
  const mean = createField(width, height, 1);
  const square = createField(width, height, 1);
  for (let i = 0; i < count; i++) {
    const masked = (mask.data[i] as number) * (plane.data[i] as number);
    mean.data[i] = masked;
    square.data[i] = masked * (plane.data[i] as number);
  }
  blurField(mean, sigma);
  blurField(square, sigma);
  const result = createField(width, height, 1);
  for (let i = 0; i < count; i++) {
    if (mask.data[i] === 0) continue;
    const total = Math.max(1e-6, weight.data[i] as number);
    const average = (mean.data[i] as number) / total;
    const variance = Math.max(0, (square.data[i] as number) / total - average * average);
    const value = ((plane.data[i] as number) - average) / (Math.sqrt(variance) + leastDeviation);
    result.data[i] = clamp(value, -3, 3) * (mask.data[i] as number);
  }
  return result;
}

/** Added to the deviation, so that noise of a uniform surface is not amplified. */
const leastDeviation = 0.03;
