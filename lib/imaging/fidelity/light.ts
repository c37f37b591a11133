import { luminance } from "#lib/imaging/pixels/color.ts";
import type { Field } from "#lib/imaging/pixels/field.ts";
import { clamp, percentile, solveSymmetric } from "#lib/imaging/pixels/numbers.ts";
import { mostTint, mostWarmth, tintOfWarmth } from "./bounds.ts";

/** Light that changes smoothly over the product, as factors of linear light. */
export interface SmoothLight {
  /** Logarithm of brightness: coefficients of 1, u, v, u², uv, v²; u and v run from −1 to 1 over the product's box. */
  surface: readonly number[];
  /** Factors of the channels, applied on top of the brightness. */
  color: readonly [number, number, number];
}

/** Linear light below which a ratio is unreliable. */
const dark = 0.01;
const rounds = 8;
const sampleCount = 5_000;
const terms = 6;

interface Sample {
  basis: readonly number[];
  weight: number;
  /** Logarithms of the ratios edited / own: of luminance, and of each channel with its reliability (`trust`). */
  level: number;
  channels: readonly [number, number, number];
  trust: readonly [number, number, number];
}

/**
 * Fits the light that turns the product's own pixels into the edited ones, ignoring pixels that it cannot explain
 * (Tukey's biweight): brightness of second order over the box, and one color within the range of lamps and skies.
 * Both fields are linear light, × 3, blurred; `mask` marks where both show the product.
 */
export function fitLight(own: Field, edited: Field, mask: Field): SmoothLight {
  const samples = sampleLight(own, edited, mask);
  const surface = fitSurface(samples);
  const rest = ([0, 1, 2] as const).map((channel) =>
    robustMean(
      samples.map(({ channels, basis }) => channels[channel] - dot(surface, basis)),
      samples.map(({ trust, weight }) => trust[channel] * weight),
    ),
  );
  const [red = 0, green = 0, blue = 0] = rest;
  return { surface: [...surface], color: lampColor(red, green, blue) };
}

/** Writes the factors of linear light at a point of the box (u, v from −1 to 1) to `out`. */
export function lightAt({ surface, color }: SmoothLight, u: number, v: number, out: Float32Array): void {
  const [s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0, s5 = 0] = surface;
  const level = Math.exp(s0 + s1 * u + s2 * v + s3 * u * u + s4 * u * v + s5 * v * v);
  for (let c = 0; c < 3; c++) out[c] = level * (color[c] as number);
}

/** Limits the color to the range of lamps and skies; returns its factors, which keep the luminance of gray. */
function lampColor(red: number, green: number, blue: number): readonly [number, number, number] {
  const warmth = clamp(red - blue, -mostWarmth, mostWarmth);
  const limit = mostTint + tintOfWarmth * Math.abs(warmth);
  const tint = clamp(green - (red + blue) / 2, -limit, limit);
  const color = [warmth / 2 - tint / 3, (tint * 2) / 3, -warmth / 2 - tint / 3].map(Math.exp);
  const [r = 1, g = 1, b = 1] = color;
  const level = luminance([r, g, b]);
  return [r / level, g / level, b / level];
}

function sampleLight(own: Field, edited: Field, mask: Field): Sample[] {
  const { width, height } = mask;
  const stride = Math.max(1, Math.floor(Math.sqrt((width * height) / sampleCount)));
  const samples: Sample[] = [];
  for (let y = stride >> 1; y < height; y += stride) {
    for (let x = stride >> 1; x < width; x += stride) {
      const at = y * width + x;
      if (mask.data[at] === 0) continue;
      const u = ((x + 0.5) / width) * 2 - 1;
      const v = ((y + 0.5) / height) * 2 - 1;
      const before = pixel(own, at);
      const after = pixel(edited, at);
      const ratio = (one: number, two: number) => Math.log((two + dark) / (one + dark));
      const trust = (value: number) => value / (value + 3 * dark);
      samples.push({
        basis: [1, u, v, u * u, u * v, v * v],
        weight: trust(luminance(before)),
        level: ratio(luminance(before), luminance(after)),
        channels: [ratio(before[0], after[0]), ratio(before[1], after[1]), ratio(before[2], after[2])],
        trust: [trust(before[0]), trust(before[1]), trust(before[2])],
      });
    }
  }
  return samples;
}

function pixel({ data }: Field, at: number): [number, number, number] {
  return [data[at * 3] as number, data[at * 3 + 1] as number, data[at * 3 + 2] as number];
}

function fitSurface(samples: readonly Sample[]): Float64Array {
  let surface: Float64Array = new Float64Array(terms);
  surface[0] = weightedMedian(
    samples.map(({ level }) => level),
    samples.map(({ weight }) => weight),
  );
  for (let round = 0; round < rounds; round++) {
    const errors = samples.map(({ level, basis }) => level - dot(surface, basis));
    const limit = 4.685 * Math.max(0.04, 1.4826 * percentile(errors.map(Math.abs), 0.5));
    const normal = new Float64Array(terms * terms);
    const right = new Float64Array(terms);
    // A weak regularization towards uniform light, so that few samples do not bend the surface.
    for (let i = 0; i < terms; i++) normal[i * terms + i] = i === 0 ? 1e-3 : 0.002 * samples.length + 1e-3;
    for (const [index, { basis, level, weight }] of samples.entries()) {
      const share = (errors[index] as number) / limit;
      if (share * share >= 1) continue;
      const factor = weight * (1 - share * share) ** 2;
      for (let row = 0; row < terms; row++) {
        const value = factor * (basis[row] as number);
        right[row] = (right[row] as number) + value * level;
        for (let column = row; column < terms; column++) {
          normal[row * terms + column] =
            (normal[row * terms + column] as number) + value * (basis[column] as number);
        }
      }
    }
    const next = solveSymmetric(normal, right);
    if (next === null) break;
    surface = next;
  }
  return surface;
}

function robustMean(values: readonly number[], weights: readonly number[]): number {
  let mean = weightedMedian(values, weights);
  for (let round = 0; round < rounds; round++) {
    const limit =
      4.685 *
      Math.max(
        0.03,
        1.4826 *
          percentile(
            values.map((value) => Math.abs(value - mean)),
            0.5,
          ),
      );
    let [sum, total] = [0, 1e-9];
    for (const [index, value] of values.entries()) {
      const share = (value - mean) / limit;
      if (share * share >= 1) continue;
      const weight = (weights[index] as number) * (1 - share * share) ** 2;
      sum += weight * value;
      total += weight;
    }
    mean = sum / total;
  }
  return mean;
}

function weightedMedian(values: readonly number[], weights: readonly number[]): number {
  const order = values.map((_, index) => index).sort((a, b) => (values[a] as number) - (values[b] as number));
  const half = weights.reduce((sum, weight) => sum + weight, 0) / 2;
  let seen = 0;
  for (const index of order) {
    seen += weights[index] as number;
    if (seen >= half) return values[index] as number;
  }
  return 0;
}

function dot(one: Float64Array, two: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += (one[i] as number) * (two[i] as number);
  return sum;
}
