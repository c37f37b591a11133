import type { Box } from "#lib/contract/photos/sizes.ts";
import { type Mask, solid } from "#lib/imaging/pixels/mask.ts";
import { buildColorModel, type ColorModel } from "./color-model.ts";
import { findHardEdges } from "./hard-edges.ts";
import { type Cells, valueAt } from "./ramps.ts";

/** Alpha closer than this to 0 or 1 (one step of 8 bits) is final. */
const final = 0.004;
// Chosen on the sample products, by their edge errors.
/** Standard deviation of the network's alpha where it is least sure, and the share of its variance elsewhere. */
const alphaDeviation = 0.18;
const alphaFloor = 0.02;
/** Variance of a channel (0..255) that the color models do not contain: rounding and compression. */
const noiseVariance = 3;
/** Share by which the network's ramp is steepened at a hard edge. 0.4 to 0.8 gave similar results. */
const steeper = 0.4;

/**
 * Cuts `box` out of a picture, in place: `rgba` (pictureWidth pixels wide, × 4) gets the mask's alpha, sharpened by
 * the picture's own colors, and the product's colors without the background's. `rgb` is the box's content at the
 * mask's size, × 3. Pixels outside the box become transparent.
 *
 * Per pixel, with the local product and background colors F and B, alpha is the most probable value given its color I
 * ≈ αF + (1−α)B and the network's alpha as the prior. The product's color then solves that mixture for F, pulled
 * towards the local mean (blur fusion, Forte 2021). With `given` (one byte per picture pixel), alpha is fixed and
 * only the colors are solved.
 */
export function refine(options: {
  rgba: Uint8Array;
  pictureWidth: number;
  box: Box;
  mask: Mask;
  rgb: Uint8Array;
  given?: Uint8Array;
}): void {
  const { rgba, pictureWidth, box, mask, rgb, given = null } = options;
  const pixels = new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length >> 2);
  const columns = columnPositions(box.width, mask.width);
  const model = buildColorModel(mask, rgb);
  const hardness = given === null ? findHardEdges(mask, rgb, { model, pixel: mask.width / box.width }) : null;
  const refinement: Refinement = { rgba, pixels, columns, mask, given, model, hardness };
  pixels.fill(0, 0, box.top * pictureWidth);
  pixels.fill(0, (box.top + box.height) * pictureWidth);
  for (let y = 0; y < box.height; y += 1) {
    const start = (box.top + y) * pictureWidth;
    pixels.fill(0, start, start + box.left);
    pixels.fill(0, start + box.left + box.width, start + pictureWidth);
    refineRow(refinement, start + box.left, (y + 0.5) / box.height);
  }
}

interface Refinement {
  rgba: Uint8Array;
  /** The same bytes, one number per pixel. */
  pixels: Uint32Array;
  columns: Columns;
  mask: Mask;
  /** The given alpha of the whole picture; null when alpha is to be found. */
  given: Uint8Array | null;
  model: ColorModel;
  /** Null when alpha is given. */
  hardness: Cells | null;
}

/** Mask column left of each picture column, and the distance from it (0..1). */
interface Columns {
  index: Int32Array;
  fraction: Float32Array;
}

function columnPositions(count: number, maskCount: number): Columns {
  const columns = { index: new Int32Array(count), fraction: new Float32Array(count) };
  for (let x = 0; x < count; x += 1) {
    const at = Math.min(maskCount - 1, Math.max(0, ((x + 0.5) / count) * maskCount - 0.5));
    columns.index[x] = Math.min(maskCount - 2, Math.floor(at));
    columns.fraction[x] = at - (columns.index[x] ?? 0);
  }
  return columns;
}

/** Refines the row of pixels that begins at `start`; `position` is its place in the box, 0..1. */
function refineRow(refinement: Refinement, start: number, position: number): void {
  const { rgba, pixels, columns, mask, given, model, hardness } = refinement;
  const count = columns.index.length;
  const { alpha, width } = mask;
  const at = Math.min(mask.height - 1, Math.max(0, position * mask.height - 0.5));
  const row = Math.min(mask.height - 2, Math.floor(at));
  const down = at - row;
  const upper = row * width;
  const lower = upper + width;
  const { product, backdrop } = model;
  const modelAt = Math.min(model.height - 1.001, Math.max(0, position * model.height - 0.5));
  const modelRow = Math.floor(modelAt);
  const modelDown = modelAt - modelRow;
  const modelScale = model.width / count;
  const stride = model.width * 4;
  for (let x = 0; x < count; x += 1) {
    const column = columns.index[x] ?? 0;
    const right = columns.fraction[x] ?? 0;
    const left = (alpha[upper + column] ?? 0) * (1 - down) + (alpha[lower + column] ?? 0) * down;
    const beside = (alpha[upper + column + 1] ?? 0) * (1 - down) + (alpha[lower + column + 1] ?? 0) * down;
    const prior = given === null ? left + (beside - left) * right : (given[start + x] ?? 0) / 255;
    if (prior >= 1 - final) continue;
    if (prior <= final) {
      pixels[start + x] = 0;
      continue;
    }
    const modelX = Math.min(model.width - 1.001, Math.max(0, (x + 0.5) * modelScale - 0.5));
    const modelColumn = Math.floor(modelX);
    const modelRight = modelX - modelColumn;
    const a = (modelRow * model.width + modelColumn) * 4;
    const w11 = modelRight * modelDown;
    const w01 = modelRight - w11;
    const w10 = modelDown - w11;
    const w00 = 1 - modelRight - w10;
    const pixel = (start + x) * 4;
    const i0 = rgba[pixel] ?? 0;
    const i1 = rgba[pixel + 1] ?? 0;
    const i2 = rgba[pixel + 2] ?? 0;
    const f0 = interpolate(product, a, stride, w00, w01, w10, w11);
    const f1 = interpolate(product, a + 1, stride, w00, w01, w10, w11);
    const f2 = interpolate(product, a + 2, stride, w00, w01, w10, w11);
    const fv = interpolate(product, a + 3, stride, w00, w01, w10, w11);
    const b0 = interpolate(backdrop, a, stride, w00, w01, w10, w11);
    const b1 = interpolate(backdrop, a + 1, stride, w00, w01, w10, w11);
    const b2 = interpolate(backdrop, a + 2, stride, w00, w01, w10, w11);
    const bv = interpolate(backdrop, a + 3, stride, w00, w01, w10, w11);
    const opinion = hardness === null ? prior : steepen(prior, valueAt(hardness, column + right, row + down));
    const rest = 1 - opinion;
    const d0 = f0 - b0;
    const d1 = f1 - b1;
    const d2 = f2 - b2;
    const contrast = d0 * d0 + d1 * d1 + d2 * d2;
    const residual =
      d0 * (i0 - opinion * f0 - rest * b0) +
      d1 * (i1 - opinion * f1 - rest * b1) +
      d2 * (i2 - opinion * f2 - rest * b2);
    const colorVariance = opinion * opinion * fv + rest * rest * bv + noiseVariance;
    const alphaVariance = alphaDeviation * alphaDeviation * (4 * prior * (1 - prior) + alphaFloor);
    const found = opinion + residual / (contrast + colorVariance / alphaVariance);
    const value = given === null ? Math.min(1, Math.max(0, found)) : prior;
    const without = 1 - value;
    rgba[pixel] = toByte(f0 + value * (i0 - value * f0 - without * b0));
    rgba[pixel + 1] = toByte(f1 + value * (i1 - value * f1 - without * b1));
    rgba[pixel + 2] = toByte(f2 + value * (i2 - value * f2 - without * b2));
    rgba[pixel + 3] = toByte(value * 255);
  }
}

/**
 * Bilinear interpolation of the value at `at` and its right, lower and diagonal neighbors, with the weights `w…`.
 * Positional parameters, because it runs eight times for each edge pixel.
 */
function interpolate(
  values: Float32Array,
  at: number,
  stride: number,
  w00: number,
  w01: number,
  w10: number,
  w11: number,
): number {
  return (
    w00 * (values[at] ?? 0) +
    w01 * (values[at + 4] ?? 0) +
    w10 * (values[at + stride] ?? 0) +
    w11 * (values[at + stride + 4] ?? 0)
  );
}

/** The network draws hard edges too soft, so its alpha ramp is made steeper there. */
function steepen(alpha: number, hardness: number): number {
  return Math.min(1, Math.max(0, solid + (alpha - solid) * (1 + steeper * hardness)));
}

function toByte(value: number): number {
  return value <= 0 ? 0 : value >= 255 ? 255 : (value + 0.5) | 0;
}
