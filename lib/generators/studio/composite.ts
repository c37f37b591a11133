import type { RowSource } from "./backdrop.ts";
import { encodedOfLinear, encodedOfLinearScale } from "./colour.ts";
import { createRowSampler } from "./field.ts";
import { grain, grainSize } from "./grain.ts";
import type { ProductPixels } from "./product.ts";
import type { LowerField } from "./reflection.ts";
import type { Relight } from "./relight.ts";

export interface Layers {
  width: number;
  height: number;
  backdrop: RowSource;
  /** Multiplies the backdrop: shadows (RGB); null for none. */
  shade: LowerField | null;
  /** Mirrored product: linear RGB times coverage, and coverage. */
  reflection: LowerField | null;
  /** Height of the frame in which `shade` and `reflection` were made. */
  designHeight: number;
  product: ProductPixels;
  left: number;
  top: number;
  relight: Relight | null;
  /** Amplitude of the film grain in 8-bit steps. */
  grain: number;
}

/** Puts the layers together row by row: width × height × 3 sRGB bytes. */
export function composite(layers: Layers): Uint8Array {
  const { width, height, product, left, top } = layers;
  const output = new Uint8Array(width * height * 3);
  const row = new Float32Array(width * 3);
  const frameRow = (row: number) => Math.round((row * height) / layers.designHeight);
  const shadeTop = frameRow(layers.shade?.top ?? 0);
  const shade = layers.shade && createRowSampler(layers.shade.field, width, height - shadeTop);
  const shadeRow = new Float32Array(width * 3);
  const mirrorTop = frameRow(layers.reflection?.top ?? 0);
  const mirror = layers.reflection && createRowSampler(layers.reflection.field, width, height - mirrorTop);
  const mirrorRow = new Float32Array(width * 4);
  const gain = layers.relight && createRowSampler(layers.relight.gain, product.width, product.height);
  const glow = layers.relight && createRowSampler(layers.relight.glow, product.width, product.height);
  const gainRow = new Float32Array(product.width * 3).fill(1);
  const glowRow = new Float32Array(product.width * 3);
  for (let y = 0; y < height; y++) {
    layers.backdrop(y, row);
    if (shade && y >= shadeTop) {
      shade(y - shadeTop, shadeRow);
      for (let i = 0; i < row.length; i++) row[i] = (row[i] as number) * (shadeRow[i] as number);
    }
    if (mirror && y >= mirrorTop) {
      mirror(y - mirrorTop, mirrorRow);
      for (let i = 0, m = 0; i < row.length; i += 3, m += 4) {
        const keep = 1 - (mirrorRow[m + 3] as number);
        row[i] = (row[i] as number) * keep + (mirrorRow[m] as number);
        row[i + 1] = (row[i + 1] as number) * keep + (mirrorRow[m + 1] as number);
        row[i + 2] = (row[i + 2] as number) * keep + (mirrorRow[m + 2] as number);
      }
    }
    const line = y - top;
    if (line >= 0 && line < product.height) {
      gain?.(line, gainRow);
      glow?.(line, glowRow);
      layProduct(product, line, left, row, gainRow, glowRow);
    }
    encodeRow(row, output, y, width, layers.grain);
  }
  return output;
}

function layProduct(
  product: ProductPixels,
  line: number,
  left: number,
  row: Float32Array,
  gain: Float32Array,
  glow: Float32Array,
): void {
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
      row[o] =
        (row[o] as number) * keep +
        (color[p] as number) * scale * (gain[g] as number) +
        a * (glow[g] as number);
    }
  }
}

function encodeRow(row: Float32Array, output: Uint8Array, y: number, width: number, amount: number): void {
  const last = encodedOfLinearScale;
  const grainRow = (y % grainSize) * grainSize;
  for (let x = 0, i = 0, o = y * width * 3; x < width; x++) {
    const noise = (grain[grainRow + (x % grainSize)] as number) * amount + 0.5;
    for (let c = 0; c < 3; c++, i++, o++) {
      const value = row[i] as number;
      if (value >= 1) {
        output[o] = 255;
        continue;
      }
      const at = value * last;
      const step = at | 0;
      const low = encodedOfLinear[step] as number;
      const code = low + ((encodedOfLinear[step + 1] as number) - low) * (at - step) + noise;
      output[o] = Math.max(0, Math.min(code, 255));
    }
  }
}
