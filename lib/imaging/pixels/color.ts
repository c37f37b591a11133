import type { Size } from "#lib/contract/photos/sizes.ts";
import { createField, type Field } from "./field.ts";

/** Linear-light RGB, 0..1 per channel, Rec. 709 primaries. */
export type Rgb = readonly [number, number, number];

/** sRGB transfer function (IEC 61966-2-1): encoded 0..1 → linear 0..1. */
export function srgbToLinear(encoded: number): number {
  return encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;
}

/** Inverse of srgbToLinear. */
export function linearToSrgb(linear: number): number {
  return linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
}

// Marked pure, so that pages, which use only the functions, do not compute the tables.

/** 8-bit sRGB code → linear 0..1. */
export const linearOfByte: Float32Array = /* @__PURE__ */ Float32Array.from({ length: 256 }, (_, byte) =>
  srgbToLinear(byte / 255),
);

const encodeSteps = 65_536;

/** Linear 0..1 in 65,536 steps → sRGB 0..255, not rounded, so that dither can be added before rounding. */
export const encodedOfLinear: Float32Array = /* @__PURE__ */ Float32Array.from(
  { length: encodeSteps + 1 },
  (_, step) => linearToSrgb((step + 0.5) / encodeSteps) * 255,
);
export const encodedOfLinearScale = encodeSteps;

/** "#rrggbb" or "#rgb" → linear RGB. Throws RangeError for anything else. */
export function hexToRgb(hex: string): Rgb {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(hex)?.[1];
  if (!digits) throw new RangeError(`"${hex}" is not a color: write #rgb or #rrggbb`);
  const wide = digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits;
  const channel = (at: number) => srgbToLinear(Number.parseInt(wide.slice(at, at + 2), 16) / 255);
  return [channel(0), channel(2), channel(4)];
}

/** Relative luminance (Rec. 709) of a linear color. */
export function luminance(color: Rgb): number {
  return 0.2126 * color[0] + 0.7152 * color[1] + 0.0722 * color[2];
}

export function mixRgb(a: Rgb, b: Rgb, amount: number): Rgb {
  return [a[0] + (b[0] - a[0]) * amount, a[1] + (b[1] - a[1]) * amount, a[2] + (b[2] - a[2]) * amount];
}

export function scaleRgb(color: Rgb, factor: number): Rgb {
  return [color[0] * factor, color[1] * factor, color[2] * factor];
}

/** Color of a lamp relative to neutral daylight: −1 cool blue … 0 neutral … 1 candle-warm; luminance about 1. */
export function lightColor(warmth: number): Rgb {
  const w = Math.max(-1, Math.min(1, warmth));
  return w >= 0 ? [1 + 0.16 * w, 1 - 0.02 * w, 1 - 0.34 * w] : [1 + 0.16 * w, 1 + 0.01 * w, 1 - 0.16 * w];
}

/** Luma (Rec. 601) 0..1 of sRGB bytes: gradients in it are about as strong as they are perceived. */
export function lumaOf(rgb: Uint8Array, { width, height }: Size): Field {
  const luma = createField(width, height, 1);
  for (let i = 0, k = 0; i < luma.data.length; i++, k += 3) {
    luma.data[i] =
      ((rgb[k] as number) * 0.299 + (rgb[k + 1] as number) * 0.587 + (rgb[k + 2] as number) * 0.114) / 255;
  }
  return luma;
}

/** Linear light 0..1 of sRGB bytes. */
export function linearLight(rgb: Uint8Array, { width, height }: Size): Field {
  const light = createField(width, height, 3);
  for (let i = 0; i < light.data.length; i++) light.data[i] = linearOfByte[rgb[i] as number] as number;
  return light;
}

/** Linear light × 3 → OKLab L, a, b (Ottosson 2020): distances in it are about as large as they are perceived. */
export function toOklab(light: Field): Field {
  const lab = createField(light.width, light.height, 3);
  const { data } = light;
  for (let i = 0; i < data.length; i += 3) {
    const [r, g, b] = [data[i] as number, data[i + 1] as number, data[i + 2] as number];
    const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    lab.data[i] = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
    lab.data[i + 1] = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
    lab.data[i + 2] = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  }
  return lab;
}
