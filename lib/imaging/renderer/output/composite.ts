import { encodedOfLinear, encodedOfLinearScale } from "#lib/imaging/pixels/color.ts";
import { clamp } from "#lib/imaging/pixels/numbers.ts";
import {
  columnRange,
  createPartSampler,
  type RowSampler,
  type RowSource,
} from "#lib/imaging/pixels/sampling.ts";
import type { LowerField } from "#lib/imaging/renderer/light/reflection.ts";
import type { Relight } from "#lib/imaging/renderer/light/relight.ts";
import type { ProductPixels } from "#lib/imaging/renderer/product/enlarge.ts";
import type { SeenProduct } from "#lib/imaging/renderer/product/seen-product.ts";
import type { View } from "#lib/imaging/renderer/set/view.ts";
import { createGlass } from "./glass-rows.ts";
import { grain, grainSize } from "./grain.ts";

export interface Layers {
  /** The visible part of the frame; rows of backdrop and photo are relative to it. */
  view: View;
  backdrop: RowSource;
  /** Factors of the backdrop: shadows (RGB); null for none. */
  shade: LowerField | null;
  /** Mirrored product: premultiplied linear RGB, and coverage. */
  reflection: LowerField | null;
  /** Height of the frame in which `shade` and `reflection` were made. */
  designHeight: number;
  /** The visible part of the product; null when none is visible. */
  product: SeenProduct | null;
  relight: Relight | null;
  /** Amplitude of the film grain in 8-bit steps. */
  grain: number;
  /** Grain of the product alone, when the backdrop has its own: a tile like `grain`, in 8-bit steps. */
  productGrain?: Float32Array | null;
  /** Drawn over the product. */
  front?: RowEffect | null;
}

/** Changes a row of linear color in place; `behind` is the same row without the product. */
export type RowEffect = (y: number, row: Float32Array, behind: Float32Array) => void;

/** Composites the layers row by row: width × height × 3 sRGB bytes of the view. */
export function composite(layers: Layers): Uint8Array {
  const { width, height } = layers.view;
  const output = new Uint8ClampedArray(width * height * 3);
  const row = new Float32Array(width * 3);
  const shade = layers.shade && createLower(layers.shade, layers, 1);
  const mirror = layers.reflection && createLower(layers.reflection, layers, 0);
  const noise = layers.productGrain ? new Float32Array(width) : null;
  const product = layers.product && createProduct(layers.product, layers);
  const glass = layers.product && createGlass(layers.product);
  const behind = layers.front ? new Float32Array(width * 3) : null;
  const mirrored = glass ? new Float32Array(width * 3) : null;
  for (let y = 0; y < height; y++) {
    noise?.fill(0);
    layers.backdrop(y, row);
    if (shade && y >= shade.top) multiplyRow(shade, y, row);
    behind?.set(row);
    if (mirror && y >= mirror.top) coverRow(mirror, y, row);
    mirrored?.set(row);
    product?.(y, row, noise);
    if (mirrored) glass?.(y, row, mirrored);
    if (behind) layers.front?.(y, row, behind);
    encodeRow({ row, output, y, grainSteps: layers.grain, noise });
  }
  return new Uint8Array(output.buffer);
}

/** Draws the product's rows that lie in the view, each with its light and its own grain. */
function createProduct({ pixels, left, top, part }: SeenProduct, { relight, productGrain }: Layers) {
  const gain = relight && createPartSampler(relight.gain, part);
  const glow = relight && createPartSampler(relight.glow, part);
  const gainRow = new Float32Array(pixels.width * 3).fill(1);
  const glowRow = new Float32Array(pixels.width * 3);
  return (y: number, row: Float32Array, noise: Float32Array | null) => {
    const line = y - top;
    if (line < 0 || line >= pixels.height) return;
    gain?.(line, gainRow);
    glow?.(line, glowRow);
    layProduct(row, { product: pixels, line, left, gain: gainRow, glow: glowRow });
    if (noise && productGrain) layGrain(noise, { product: pixels, line, left }, productGrain, y);
  };
}

/** A layer of the ground, in rows of the view. */
interface Lower {
  sample: RowSampler;
  /** First row, and the columns outside of which the layer has no effect. */
  top: number;
  from: number;
  to: number;
  row: Float32Array;
}

export function createLower(
  { field, top }: LowerField,
  { view, designHeight }: Pick<Layers, "view" | "designHeight">,
  neutral: number,
): Lower {
  const { frame } = view;
  const first = Math.round((top * frame.height) / designHeight);
  const [from, to] = columnRange(field, neutral);
  const column = (of: number) => clamp(of - view.left, 0, view.width);
  const size = { width: frame.width, height: frame.height - first };
  return {
    // Rows are relative to the field's first row, which may lie above the view.
    sample: createPartSampler(field, { ...size, left: view.left, top: 0, columns: view.width }),
    top: first - view.top,
    from: column(Math.floor(from * frame.width)),
    to: column(Math.ceil(to * frame.width)),
    row: new Float32Array(view.width * field.channels),
  };
}

function multiplyRow({ sample, top, from, to, row: factors }: Lower, y: number, row: Float32Array): void {
  sample(y - top, factors, from, to);
  for (let i = from * 3; i < to * 3; i++) row[i] = (row[i] as number) * (factors[i] as number);
}

function coverRow({ sample, top, from, to, row: cover }: Lower, y: number, row: Float32Array): void {
  sample(y - top, cover, from, to);
  for (let x = from, i = from * 3, m = from * 4; x < to; x++, i += 3, m += 4) {
    const keep = 1 - (cover[m + 3] as number);
    row[i] = (row[i] as number) * keep + (cover[m] as number);
    row[i + 1] = (row[i + 1] as number) * keep + (cover[m + 1] as number);
    row[i + 2] = (row[i + 2] as number) * keep + (cover[m + 2] as number);
  }
}

interface ProductRow {
  product: ProductPixels;
  /** Row of the product. */
  line: number;
  /** Column of the photo in which the product begins. */
  left: number;
  gain: Float32Array;
  glow: Float32Array;
}

/** Light that is added to a product fades out from this linear value on, to none at 1. */
const bright = 0.65;

function layProduct(row: Float32Array, { product, line, left, gain, glow }: ProductRow): void {
  const { width, color, alpha } = product;
  const from = line * width;
  const scale = 1 / 65_535;
  for (let x = 0; x < width; x++) {
    const a = (alpha[from + x] as number) * scale;
    if (a === 0) continue;
    const keep = 1 - a;
    let p = (from + x) * 3;
    let o = (left + x) * 3;
    let g = x * 3;
    for (let c = 0; c < 3; c++, p++, o++, g++) {
      const lit = (color[p] as number) * scale * (gain[g] as number);
      let added = a * (glow[g] as number);
      // White has no room for more light: it would lose its little remaining detail.
      if (lit > bright * a) added *= Math.max(0, (a - lit) / (a - bright * a));
      row[o] = (row[o] as number) * keep + lit + added;
    }
  }
}

// Scales the grain by the product's coverage of each pixel.
function layGrain(
  noise: Float32Array,
  { product, line, left }: { product: ProductPixels; line: number; left: number },
  tile: Float32Array,
  y: number,
): void {
  const from = line * product.width;
  const tileRow = (y % grainSize) * grainSize;
  for (let x = 0; x < product.width; x++) {
    const share = (product.alpha[from + x] as number) / 65_535;
    noise[left + x] = share * (tile[tileRow + ((left + x) & (grainSize - 1))] as number);
  }
}

interface EncodedRow {
  row: Float32Array;
  /** Rounds and clamps assigned values. */
  output: Uint8ClampedArray;
  y: number;
  grainSteps: number;
  /** Additional noise per pixel, in 8-bit steps. */
  noise: Float32Array | null;
}

/** Encodes a row of linear RGB into its place in the photo. */
function encodeRow({ row, output, y, grainSteps, noise: added }: EncodedRow): void {
  const width = row.length / 3;
  const grainRow = (y % grainSize) * grainSize;
  for (let x = 0, i = 0, o = y * width * 3; x < width; x++, i += 3, o += 3) {
    const own = added === null ? 0 : (added[x] as number);
    const noise = (grain[grainRow + (x & (grainSize - 1))] as number) * grainSteps + own;
    output[o] = encode(row[i] as number, noise);
    output[o + 1] = encode(row[i + 1] as number, noise);
    output[o + 2] = encode(row[i + 2] as number, noise);
  }
}

// White stays exactly white, without speckles of grain.
function encode(value: number, noise: number): number {
  if (value >= 1) return 255;
  return (encodedOfLinear[(value * encodedOfLinearScale) | 0] as number) + noise;
}
