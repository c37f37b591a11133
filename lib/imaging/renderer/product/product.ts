import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import { growBox } from "#lib/imaging/pixels/boxes.ts";
import { linearOfByte } from "#lib/imaging/pixels/color.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import { createField, type Field } from "#lib/imaging/pixels/field.ts";
import { reducePart } from "#lib/imaging/pixels/resampling.ts";
import { enlargePart } from "./bounded-bicubic.ts";
import { denoise } from "./denoise.ts";
import { finishEnlarged, type ProductPixels } from "./enlarge.ts";

/** Factors per channel that correct a plain picture to neutral, well-exposed light. */
export type Balance = readonly [number, number, number];

/** Enlarges the box, which holds only the plainly visible part, by a margin for soft edges and fine hair. */
export function withMargin<CutOut extends ProductCutOut>(cutOut: CutOut): CutOut {
  const { box, width, height } = cutOut;
  const margin = Math.max(2, Math.round(0.012 * Math.max(box.width, box.height)));
  return { ...cutOut, box: growBox(box, margin, { width, height }) };
}

/** Estimates how many pixels of its box the product covers, by a sample of them. */
export function measureArea({ rgba, width, box }: ProductCutOut): number {
  const stride = Math.max(1, Math.floor(Math.sqrt((box.width * box.height) / 20_000)));
  let covered = 0;
  let seen = 0;
  for (let y = box.top; y < box.top + box.height; y += stride) {
    for (let x = box.left; x < box.left + box.width; x += stride) {
      covered += rgba[(y * width + x) * 4 + 3] as number;
      seen += 255;
    }
  }
  return Math.max(1, (covered / seen) * box.width * box.height);
}

/**
 * Scales the product's box to the given size. Reduction works in linear light; enlargement on square roots of it,
 * where ringing at edges is least visible (see `enlarge.ts`). `part`: the pixels of the result to make.
 */
export async function scaleProduct(
  cutOut: ProductCutOut,
  balance: Balance,
  { width, height }: Size,
  part: Box = { left: 0, top: 0, width, height },
): Promise<ProductPixels> {
  const { box } = cutOut;
  const enlarges = isEnlarged(box, { width });
  const source = premultiply(cutOut, balance, enlarges);
  if (enlarges) denoise(source.color, source.alpha, box, width / box.width);
  const scale = enlarges ? enlargePart : reducePart;
  const make = (data: Uint16Array, channels: 1 | 3) =>
    scale({ data, channels, width: box.width, height: box.height }, { width, height }, part);
  const [color, alpha] = await Promise.all([make(source.color, 3), make(source.alpha, 1)]);
  const product: ProductPixels = { width: part.width, height: part.height, color, alpha };
  if (enlarges) finishEnlarged(product, width / box.width);
  return product;
}

function isEnlarged(box: Size, { width }: Pick<Size, "width">): boolean {
  return width > box.width * 1.05;
}

/** The alpha alone that `scaleProduct` makes, as a float field. */
export async function scaleAlpha({ rgba, width, box }: ProductCutOut, size: Size): Promise<Field> {
  const alpha = new Uint16Array(box.width * box.height);
  for (let y = 0; y < box.height; y++) {
    const from = ((box.top + y) * width + box.left) * 4;
    copyAlphaRow(rgba, from, alpha.subarray(y * box.width, (y + 1) * box.width));
  }
  const source = { data: alpha, channels: 1, width: box.width, height: box.height } as const;
  const scale = isEnlarged(box, size) ? enlargePart : reducePart;
  return fieldOf(await scale(source, size, { left: 0, top: 0, ...size }), size, 1);
}

function copyAlphaRow(rgba: Uint8Array, from: number, row: Uint16Array): void {
  for (let x = 0, at = from + 3; x < row.length; x++, at += 4) row[x] = (rgba[at] as number) * 257;
}

function premultiply(cutOut: ProductCutOut, balance: Balance, encoded: boolean) {
  const { rgba, width, box } = cutOut;
  const color = new Uint16Array(box.width * box.height * 3);
  const alpha = new Uint16Array(box.width * box.height);
  const tables = balance.map((gain) =>
    Float32Array.from(linearOfByte, (value) => {
      const lit = Math.min(1, softClip(value * gain));
      return encoded ? Math.sqrt(lit) * 257 : lit * 257;
    }),
  ) as [Float32Array, Float32Array, Float32Array];
  // Most of a product is opaque, so the results of opaque pixels have a table of their own.
  const opaque = tables.map((table) => Uint16Array.from(table, (value) => value * 255)) as OpaqueTables;
  const pixels = { color, alpha, rgba, tables, opaque };
  for (let y = 0; y < box.height; y++) {
    const from = ((box.top + y) * width + box.left) * 4;
    premultiplyRow(pixels, { from, to: from + box.width * 4, target: y * box.width });
  }
  return { color, alpha };
}

type OpaqueTables = [Uint16Array, Uint16Array, Uint16Array];

interface Premultiplied {
  color: Uint16Array;
  alpha: Uint16Array;
  rgba: Uint8Array;
  tables: [Float32Array, Float32Array, Float32Array];
  opaque: OpaqueTables;
}

function premultiplyRow(
  { color, alpha, rgba, tables: [red, green, blue], opaque }: Premultiplied,
  { from, to, target }: { from: number; to: number; target: number },
): void {
  const [fullRed, fullGreen, fullBlue] = opaque;
  for (let at = from, o = target; at < to; at += 4, o++) {
    const a = rgba[at + 3] as number;
    if (a === 0) continue;
    alpha[o] = a * 257;
    const i = o * 3;
    if (a === 255) {
      color[i] = fullRed[rgba[at] as number] as number;
      color[i + 1] = fullGreen[rgba[at + 1] as number] as number;
      color[i + 2] = fullBlue[rgba[at + 2] as number] as number;
      continue;
    }
    color[i] = (red[rgba[at] as number] as number) * a;
    color[i + 1] = (green[rgba[at + 1] as number] as number) * a;
    color[i + 2] = (blue[rgba[at + 2] as number] as number) * a;
  }
}

// Rolls off above 0.9 so that a lift does not clip highlights.
function softClip(value: number): number {
  return value <= 0.9 ? value : 0.9 + 0.1 * (1 - Math.exp(-(value - 0.9) / 0.1));
}

/** The product as float fields, for computations at reduced size. */
export function productFields(product: ProductPixels): { color: Field; alpha: Field } {
  return { color: fieldOf(product.color, product, 3), alpha: fieldOf(product.alpha, product, 1) };
}

function fieldOf(words: Uint16Array, { width, height }: Size, channels: 1 | 3): Field {
  const field = createField(width, height, channels);
  const { data } = field;
  for (let i = 0; i < data.length; i++) data[i] = (words[i] as number) / 65_535;
  return field;
}
