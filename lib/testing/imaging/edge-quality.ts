import sharp from "sharp";
import { spreadKnown } from "#lib/imaging/pixels/pull-push.ts";

/** Accuracy of a cut-out against the ground truth. Errors are 0 for a perfect cut-out; alphas are 0..1. */
export interface EdgeQuality {
  /** Intersection over union at alpha ≥ 0.5. */
  iou: number;
  /** Mean absolute error of alpha over the picture. */
  mae: number;
  /** Sum of absolute differences of alpha over the picture, in thousands of pixels. */
  sad: number;
  /** Mean absolute error of alpha in the band around the true edge. */
  bandMae: number;
  /** Sum of absolute differences of alpha in the band, in thousands of pixels. */
  bandSad: number;
  /** Root mean square difference of the alphas' gradients (per pixel) in the band. */
  gradientError: number;
  /** Mean absolute color error (0..255) in the band, composited on black, white and green: visible as a halo. */
  compositeError: number;
  /** The same for each background alone. */
  compositeOnBlack: number;
  compositeOnWhite: number;
  compositeOnGreen: number;
}

export interface Picture {
  /** width × height × 4, straight alpha, 0..255. */
  rgba: Uint8Array;
  width: number;
  height: number;
}

type Color = readonly [number, number, number];

const black: Color = [0, 0, 0];
const white: Color = [255, 255, 255];
const green: Color = [0, 255, 0];

/**
 * Compares a cut-out with the ground truth of the same size. The band is all pixels within `radius` pixels of a pixel
 * whose true alpha is neither 0 nor 1 or differs from a neighbor's.
 */
export function compareCutOuts(cut: Picture, truth: Picture, radius: number): EdgeQuality {
  const { width, height } = truth;
  if (cut.width !== width || cut.height !== height) throw new RangeError("the pictures differ in size");
  const band = edgeBand(truth, radius);
  let union = 0;
  let intersection = 0;
  let total = 0;
  let inBand = 0;
  let sad = 0;
  let gradients = 0;
  const composite = { black: 0, white: 0, green: 0 };
  const alpha = (picture: Picture, x: number, y: number) =>
    (picture.rgba[(y * width + x) * 4 + 3] ?? 0) / 255;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const mine = alpha(cut, x, y);
      const real = alpha(truth, x, y);
      const error = Math.abs(mine - real);
      total += error;
      if (mine >= 0.5 || real >= 0.5) union += 1;
      if (mine >= 0.5 && real >= 0.5) intersection += 1;
      if (band[y * width + x] === 0) continue;
      inBand += 1;
      sad += error;
      if (x > 0 && y > 0 && x < width - 1 && y < height - 1) {
        const across =
          alpha(cut, x + 1, y) - alpha(cut, x - 1, y) - alpha(truth, x + 1, y) + alpha(truth, x - 1, y);
        const down =
          alpha(cut, x, y + 1) - alpha(cut, x, y - 1) - alpha(truth, x, y + 1) + alpha(truth, x, y - 1);
        gradients += (across * across + down * down) / 4;
      }
      const at = (y * width + x) * 4;
      composite.black += compositeErrorAt(cut.rgba, truth.rgba, at, black);
      composite.white += compositeErrorAt(cut.rgba, truth.rgba, at, white);
      composite.green += compositeErrorAt(cut.rgba, truth.rgba, at, green);
    }
  }
  const pixels = Math.max(1, inBand);
  return {
    iou: union === 0 ? 1 : intersection / union,
    mae: total / (width * height),
    sad: total / 1000,
    bandMae: sad / pixels,
    bandSad: sad / 1000,
    gradientError: Math.sqrt(gradients / pixels),
    compositeError: (composite.black + composite.white + composite.green) / (3 * pixels),
    compositeOnBlack: composite.black / pixels,
    compositeOnWhite: composite.white / pixels,
    compositeOnGreen: composite.green / pixels,
  };
}

/**
 * The true cut-out of a photo whose exact alpha is known. Opaque pixels keep the photo's color; all others get the
 * color of the nearest opaque pixels.
 */
export async function readTruth(
  photo: Uint8Array | string,
  alphaFile: Uint8Array | string,
): Promise<Picture> {
  const { data: rgb, info } = await photoPixels(photo);
  const { width, height } = info;
  const alpha = await sharp(alphaFile)
    .resize(width, height, { fit: "fill" })
    .toColourspace("b-w")
    .raw({ depth: "uchar" })
    .toBuffer();
  const colors = Float32Array.from(rgb);
  const weights = Float32Array.from(alpha, (value) => (value === 255 ? 1 : 0));
  spreadKnown({ values: colors, weights, width, height, channels: 3 });
  const rgba = new Uint8Array(width * height * 4);
  for (let index = 0; index < alpha.length; index += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      rgba[index * 4 + channel] = Math.round(colors[index * 3 + channel] ?? 0);
    }
    rgba[index * 4 + 3] = alpha[index] ?? 0;
  }
  return { rgba, width, height };
}

/**
 * The true cut-out of a photo with a partly transparent product: alpha and foreground color come from a file of the
 * same size. Opaque pixels keep the photo's color.
 */
export async function readTrueForeground(
  photo: Uint8Array | string,
  foregroundFile: Uint8Array | string,
): Promise<Picture> {
  const [{ data: rgb, info }, rgba] = await Promise.all([
    photoPixels(photo),
    sharp(foregroundFile).ensureAlpha().toColourspace("srgb").raw({ depth: "uchar" }).toBuffer(),
  ]);
  const { width, height } = info;
  if (rgba.length !== width * height * 4) throw new RangeError("the pictures differ in size");
  for (let index = 0; index < width * height; index += 1) {
    if (rgba[index * 4 + 3] !== 255) continue;
    for (let channel = 0; channel < 3; channel += 1) {
      rgba[index * 4 + channel] = rgb[index * 3 + channel] ?? 0;
    }
  }
  return { rgba, width, height };
}

function photoPixels(photo: Uint8Array | string) {
  return sharp(photo).removeAlpha().toColourspace("srgb").raw().toBuffer({ resolveWithObject: true });
}

/** Positional parameters, because it runs three times per pixel of the band. */
function compositeErrorAt(mine: Uint8Array, real: Uint8Array, at: number, backdrop: Color): number {
  const alpha = (mine[at + 3] ?? 0) / 255;
  const truth = (real[at + 3] ?? 0) / 255;
  let sum = 0;
  for (let channel = 0; channel < 3; channel += 1) {
    const behind = backdrop[channel] ?? 0;
    const composed = alpha * (mine[at + channel] ?? 0) + (1 - alpha) * behind;
    const expected = truth * (real[at + channel] ?? 0) + (1 - truth) * behind;
    sum += Math.abs(composed - expected);
  }
  return sum / 3;
}

function edgeBand({ rgba, width, height }: Picture, radius: number): Uint8Array {
  let band: Uint8Array = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const index = y * width + x;
      const own = rgba[index * 4 + 3] ?? 0;
      const right = x + 1 < width ? rgba[index * 4 + 7] : own;
      const below = y + 1 < height ? rgba[(index + width) * 4 + 3] : own;
      if ((own > 0 && own < 255) || own !== right || own !== below) band[index] = 1;
    }
  }
  band = dilate(band, radius, { length: width, step: 1, lines: height, stride: width });
  return dilate(band, radius, { length: height, step: width, lines: width, stride: 1 });
}

/** Dilates set pixels by `radius` along `lines` lines, `stride` apart, each of `length` pixels, `step` apart. */
function dilate(
  mask: Uint8Array,
  radius: number,
  { length, step, lines, stride }: { length: number; step: number; lines: number; stride: number },
): Uint8Array {
  const dilated = new Uint8Array(mask.length);
  for (let line = 0; line < lines; line += 1) {
    let until = -1;
    for (let along = -radius; along < length; along += 1) {
      const ahead = along + radius;
      if (ahead < length && mask[line * stride + ahead * step] === 1) until = ahead + radius;
      if (along >= 0 && along <= until) dilated[line * stride + along * step] = 1;
    }
  }
  return dilated;
}
