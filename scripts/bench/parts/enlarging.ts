import sharp from "sharp";
import type { Size } from "#lib/contract/photos/sizes.ts";
import { encodedOfLinear, encodedOfLinearScale, linearOfByte } from "#lib/imaging/pixels/color.ts";
import { blurField, createField } from "#lib/imaging/pixels/field.ts";
import { enlargePart } from "#lib/imaging/renderer/product/bounded-bicubic.ts";
import { finishEnlarged, sharpeningOf } from "#lib/imaging/renderer/product/enlarge.ts";

/** sRGB, three bytes per pixel. */
export interface Pixels extends Size {
  rgb: Uint8Array;
}

/** Shrinks by an integer factor: averages square blocks in linear light, like a sensor with larger pixels. */
export function shrink({ rgb, width, height }: Pixels, factor: number): Pixels {
  const size = { width: Math.floor(width / factor), height: Math.floor(height / factor) };
  const small = new Uint8Array(size.width * size.height * 3);
  for (let y = 0, o = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      for (let c = 0; c < 3; c++, o++) {
        let sum = 0;
        for (let i = 0; i < factor * factor; i++) {
          const at = (y * factor + Math.floor(i / factor)) * width + x * factor + (i % factor);
          sum += linearOfByte[rgb[at * 3 + c] as number] as number;
        }
        small[o] = encode(sum / factor ** 2);
      }
    }
  }
  return { rgb: small, ...size };
}

function encode(linear: number): number {
  const step = Math.floor(Math.min(1, Math.max(0, linear)) * encodedOfLinearScale);
  return Math.round(encodedOfLinear[step] as number);
}

/** Enlarges square roots of linear light, three channels of 16 bits. */
type Resample = (roots: Uint16Array, small: Size, factor: number) => Promise<Uint16Array> | Uint16Array;

/**
 * Enlarges like the renderer: on square roots of linear light, then sharpened; `sharpening` scales the renderer's
 * amount.
 */
export async function enlarge(
  small: Pixels,
  factor: number,
  { resample, sharpening }: { resample: Resample; sharpening: number },
): Promise<Pixels> {
  const size = { width: small.width * factor, height: small.height * factor };
  const roots = Uint16Array.from(small.rgb, (code) => Math.sqrt(linearOfByte[code] as number) * 65_535);
  const color = await resample(roots, small, factor);
  const alpha = new Uint16Array(size.width * size.height).fill(65_535);
  finishEnlarged({ ...size, color, alpha }, factor, sharpening * sharpeningOf(factor));
  return { rgb: Uint8Array.from(color, (light) => encode(light / 65_535)), ...size };
}

/** sharp's `resize`: whatever the kernel, it enlarges bicubically, shifted by half a pixel of the result. */
export const byResize: Resample = async (roots, { width, height }, factor) => {
  const bytes = await sharp(roots, { raw: { width, height, channels: 3 } })
    .toColourspace("rgb16")
    .resize(width * factor, height * factor, { kernel: "lanczos3", fit: "fill" })
    .raw({ depth: "ushort" })
    .toBuffer();
  return new Uint16Array(new Uint8Array(bytes).buffer);
};

/** The renderer's own enlargement. */
export const byRenderer: Resample = (data, small, factor) => {
  const size = { width: small.width * factor, height: small.height * factor };
  return enlargePart({ data, channels: 3, ...small }, size, { left: 0, top: 0, ...size });
};

export type Interpolator = "bilinear" | "bicubic" | "nohalo" | "lbb" | "vsqbs";

/**
 * One of libvips' interpolators. Their pixel centres have integer coordinates; `shift` centres each pixel on its
 * block.
 */
export const byInterpolator =
  (interpolator: Interpolator): Resample =>
  async (roots, { width, height }, factor) => {
    const shift = (factor - 1) / 2;
    const { data, info } = await sharp(roots, { raw: { width, height, channels: 3 } })
      .toColourspace("rgb16")
      .affine([factor, 0, 0, factor], { interpolator, odx: shift, ody: shift })
      .raw({ depth: "ushort" })
      .toBuffer({ resolveWithObject: true });
    const made = new Uint16Array(new Uint8Array(data).buffer);
    const large = new Uint16Array(width * factor * height * factor * 3);
    const length = Math.min(width * factor, info.width) * 3;
    for (let y = 0; y < Math.min(height * factor, info.height); y++) {
      large.set(made.subarray(y * info.width * 3, y * info.width * 3 + length), y * width * factor * 3);
    }
    return large;
  };

interface Kernel {
  reach: number;
  weight(distance: number): number;
}

const sinc = (x: number) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));
const lanczos = (reach: number): Kernel => ({ reach, weight: (x) => sinc(x) * sinc(x / reach) });

/** The kernels by their definitions, because libvips applies them to reductions only. */
export const kernels = {
  lanczos2: lanczos(2),
  lanczos3: lanczos(3),
  // Mitchell and Netravali, 1988, B = C = 1/3.
  mitchell: {
    reach: 2,
    weight: (x) =>
      x < 1
        ? (7 * x ** 3 - 12 * x ** 2 + 16 / 3) / 6
        : ((-7 / 3) * x ** 3 + 12 * x ** 2 - 20 * x + 32 / 3) / 6,
  },
  // Magic kernel sharp, Costella, 2013 and 2021: quadratic B-spline, with sharpening that compensates its blur.
  mks2013: {
    reach: 2.5,
    weight: (x) =>
      x <= 0.5 ? 17 / 16 - 1.75 * x * x : x <= 1.5 ? (4 * x * x - 11 * x + 7) / 4 : -((x - 2.5) ** 2) / 8,
  },
  mks2021: {
    reach: 4.5,
    weight: (x) => {
      if (x <= 0.5) return 577 / 576 - (239 / 144) * x * x;
      if (x <= 1.5) return (140 * x * x - 379 * x + 239) / 144;
      if (x <= 2.5) return -(24 * x * x - 113 * x + 130) / 144;
      if (x <= 3.5) return (4 * x * x - 27 * x + 45) / 144;
      return -((2 * x - 9) ** 2) / 1152;
    },
  },
} as const satisfies Record<string, Kernel>;

/** Separable: horizontal pass, then vertical pass. */
export const byKernel =
  ({ reach, weight }: Kernel): Resample =>
  (roots, { width, height }, factor) => {
    const wide = new Float32Array(width * factor * height * 3);
    const tapsOf = (at: number, length: number) => {
      const place = (at + 0.5) / factor - 0.5;
      const taps: { from: number; weight: number }[] = [];
      for (let i = Math.ceil(place - reach); i <= Math.floor(place + reach); i++) {
        taps.push({ from: Math.min(length - 1, Math.max(0, i)), weight: weight(Math.abs(i - place)) });
      }
      const sum = taps.reduce((total, tap) => total + tap.weight, 0);
      return taps.map((tap) => ({ ...tap, weight: tap.weight / sum }));
    };
    for (let x = 0; x < width * factor; x++) {
      const taps = tapsOf(x, width);
      for (let y = 0; y < height; y++) {
        for (let c = 0; c < 3; c++) {
          let sum = 0;
          for (const tap of taps) sum += tap.weight * (roots[(y * width + tap.from) * 3 + c] as number);
          wide[(y * width * factor + x) * 3 + c] = sum;
        }
      }
    }
    const line = width * factor * 3;
    const large = new Uint16Array(line * height * factor);
    for (let y = 0; y < height * factor; y++) {
      const taps = tapsOf(y, height);
      for (let i = 0; i < line; i++) {
        let sum = 0;
        for (const tap of taps) sum += tap.weight * (wide[tap.from * line + i] as number);
        large[y * line + i] = Math.min(65_535, Math.max(0, sum + 0.5));
      }
    }
    return large;
  };

/** Border left out of the comparison, in pixels: every method extrapolates there. */
const margin = 24;

/** PSNR over all channels in dB, and SSIM of luma (Wang et al., 2004). */
export function compare(truth: Pixels, made: Pixels): { psnr: number; ssim: number } {
  const { width, height } = made;
  let [squares, count] = [0, 0];
  const fields = Array.from({ length: 5 }, () => createField(width, height, 1));
  const [a, b, aa, bb, ab] = fields as [Field, Field, Field, Field, Field];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const from = (y * truth.width + x) * 3;
      const isInside = x >= margin && y >= margin && x < width - margin && y < height - margin;
      for (let c = 0; c < 3; c++) {
        const difference = (truth.rgb[from + c] as number) - (made.rgb[i * 3 + c] as number);
        if (isInside) squares += difference * difference;
        if (isInside) count++;
      }
      const luma = (of: Uint8Array, at: number) =>
        0.299 * (of[at] as number) + 0.587 * (of[at + 1] as number) + 0.114 * (of[at + 2] as number);
      const [t, m] = [luma(truth.rgb, from), luma(made.rgb, i * 3)];
      [a.data[i], b.data[i], aa.data[i], bb.data[i], ab.data[i]] = [t, m, t * t, m * m, t * m];
    }
  }
  for (const field of fields) blurField(field, 1.5);
  let [sum, places] = [0, 0];
  for (let y = margin; y < height - margin; y++) {
    for (let x = margin; x < width - margin; x++) {
      const i = y * width + x;
      const [ma, mb] = [a.data[i] as number, b.data[i] as number];
      const [va, vb] = [(aa.data[i] as number) - ma * ma, (bb.data[i] as number) - mb * mb];
      const covariance = (ab.data[i] as number) - ma * mb;
      sum +=
        ((2 * ma * mb + 6.5025) * (2 * covariance + 58.5225)) /
        ((ma * ma + mb * mb + 6.5025) * (va + vb + 58.5225));
      places++;
    }
  }
  return { psnr: 10 * Math.log10((255 * 255) / Math.max(1e-9, squares / count)), ssim: sum / places };
}

type Field = ReturnType<typeof createField>;
