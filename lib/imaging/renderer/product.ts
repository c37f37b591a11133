import sharp from "sharp";
import type { BoundingBox } from "#lib/contract/sizes.ts";
import type { CutOut } from "#lib/imaging/matting/cut-out.ts";
import { linearOfByte } from "./color.ts";
import { clamp, createField, type Field } from "./field.ts";
import type { Size } from "./view.ts";

/** A product cut out of its picture. */
export type ProductCutOut = Pick<CutOut, "rgba" | "width" | "height" | "box">;

/** The product at one size: linear light × 65,535, multiplied by alpha; alpha 0..65,535. */
export interface ProductPixels {
  width: number;
  height: number;
  color: Uint16Array;
  alpha: Uint16Array;
}

/** Factors per channel that take a plain picture to neutral, well-exposed light. */
export type Balance = readonly [number, number, number];

/** With a larger box: it holds what is plainly visible; soft edges and fine hair go on outside of it. */
export function withMargin(cutOut: ProductCutOut): ProductCutOut {
  const { box, width, height } = cutOut;
  const margin = Math.max(2, Math.round(0.012 * Math.max(box.width, box.height)));
  const left = Math.max(0, box.left - margin);
  const top = Math.max(0, box.top - margin);
  return {
    ...cutOut,
    box: {
      left,
      top,
      width: Math.min(width, box.left + box.width + margin) - left,
      height: Math.min(height, box.top + box.height + margin) - top,
    },
  };
}

/** How many pixels of its box the product covers, by looking at every few of them. */
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
 * Scales the product's box to the given size. Reduction works in linear light; enlargement on encoded values,
 * where the filter's overshoot is least visible, followed by a mild sharpening. `part`: only these pixels of it are made.
 */
export async function scaleProduct(
  cutOut: ProductCutOut,
  balance: Balance,
  { width, height }: Size,
  part: BoundingBox = { left: 0, top: 0, width, height },
): Promise<ProductPixels> {
  const { box } = cutOut;
  const isPart = part.width < width || part.height < height;
  const enlarges = width > box.width * 1.05;
  const source = premultiply(cutOut, balance, enlarges);
  const resize = (data: Uint16Array, channels: 1 | 3) => {
    const resized = sharp(data, { raw: { width: box.width, height: box.height, channels } })
      .toColourspace(channels === 1 ? "grey16" : "rgb16")
      .resize(width, height, { kernel: "lanczos3", fit: "fill" });
    return (isPart ? resized.extract(part) : resized).raw({ depth: "ushort" }).toBuffer();
  };
  const [color, alpha] = await Promise.all([resize(source.color, 3), resize(source.alpha, 1)]);
  const product: ProductPixels = {
    width: part.width,
    height: part.height,
    color: asWords(color),
    alpha: asWords(alpha),
  };
  if (enlarges) finishEnlarged(product, width / box.width);
  return product;
}

function asWords(bytes: Buffer): Uint16Array {
  return bytes.byteOffset % 2 === 0
    ? new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2)
    : new Uint16Array(new Uint8Array(bytes).buffer);
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
  const [red, green, blue] = tables;
  let o = 0;
  for (let y = 0; y < box.height; y++) {
    let at = ((box.top + y) * width + box.left) * 4;
    for (let x = 0; x < box.width; x++, at += 4, o++) {
      const a = rgba[at + 3] as number;
      if (a === 0) continue;
      alpha[o] = a * 257;
      const i = o * 3;
      color[i] = (red[rgba[at] as number] as number) * a;
      color[i + 1] = (green[rgba[at + 1] as number] as number) * a;
      color[i + 2] = (blue[rgba[at + 2] as number] as number) * a;
    }
  }
  return { color, alpha };
}

// Rolls off above 0.9 so that a lift does not clip highlights.
function softClip(value: number): number {
  return value <= 0.9 ? value : 0.9 + 0.1 * (1 - Math.exp(-(value - 0.9) / 0.1));
}

// Back from square-root encoding to linear light, sharpening brightness by the difference to its neighbors.
function finishEnlarged(product: ProductPixels, scale: number): void {
  const { width, height, color, alpha } = product;
  const reach = Math.max(1, Math.round(scale * 0.6));
  const amount = clamp(0.25 + 0.1 * scale, 0, 0.6);
  const brightness = new Uint16Array(width * height);
  for (let i = 0, k = 0; i < brightness.length; i++, k += 3) {
    brightness[i] =
      0.25 * (color[k] as number) + 0.6 * (color[k + 1] as number) + 0.15 * (color[k + 2] as number);
  }
  for (let y = 0; y < height; y++) {
    const up = Math.max(0, y - reach) * width;
    const down = Math.min(height - 1, y + reach) * width;
    const line = y * width;
    for (let x = 0, i = line, k = line * 3; x < width; x++, i++, k += 3) {
      const a = alpha[i] as number;
      if (a === 0) continue;
      const l = line + (x > reach ? x - reach : 0);
      const r = line + (x + reach < width ? x + reach : width - 1);
      let factor = 1;
      // Near the outline the neighbors are partly empty: leave it alone, so that no line is drawn there.
      if (a > 65_000 && isWhole(alpha, up + x, down + x, l, r)) {
        const here = (brightness[i] as number) + 1;
        const around =
          (brightness[up + x] as number) +
          (brightness[down + x] as number) +
          (brightness[l] as number) +
          (brightness[r] as number);
        factor = 1 + (clamp(here - around / 4, -3000, 3000) * amount) / here;
      }
      const red = Math.min(a, (color[k] as number) * factor);
      const green = Math.min(a, (color[k + 1] as number) * factor);
      const blue = Math.min(a, (color[k + 2] as number) * factor);
      color[k] = (red * red) / a;
      color[k + 1] = (green * green) / a;
      color[k + 2] = (blue * blue) / a;
    }
  }
}

function isWhole(alpha: Uint16Array, up: number, down: number, left: number, right: number): boolean {
  return (
    (alpha[up] as number) > 64_000 &&
    (alpha[down] as number) > 64_000 &&
    (alpha[left] as number) > 64_000 &&
    (alpha[right] as number) > 64_000
  );
}

/** The product as float fields for everything that is computed at reduced size. */
export function productFields(product: ProductPixels): { color: Field; alpha: Field } {
  const color = createField(product.width, product.height, 3);
  const alpha = createField(product.width, product.height, 1);
  for (let i = 0; i < color.data.length; i++) color.data[i] = (product.color[i] as number) / 65_535;
  for (let i = 0; i < alpha.data.length; i++) alpha.data[i] = (product.alpha[i] as number) / 65_535;
  return { color, alpha };
}
