import sharp from "sharp";
import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import { clipBox, fitInside } from "../pixels/boxes.ts";
import { findComponents, forEachRun } from "../pixels/components.ts";
import { runDetector } from "./models.ts";

/** A line of text in a picture: its center, its extents along and across its direction, and that in radians. */
export interface TextLine {
  x: number;
  y: number;
  length: number;
  height: number;
  angle: number;
}

/** sRGB pixels × 3. */
export interface RgbPicture extends Size {
  rgb: Uint8Array;
}

/** Longest side, in pixels, at which lines are found; the network halves each side five times. */
const mostSide = 736;
const multiple = 32;
/** Mean and deviation (0..1) of the pictures in training. */
const [mean, deviation] = [0.45, 0.225];
// PaddleOCR's values: probability of a line's pixels and their mean; how far a line's core is from its letters.
const leastOfPixel = 0.3;
const leastOfLine = 0.6;
const unclip = 1.5;
/** Least height, in pixels, of a line's core. */
const leastCore = 3;
/** What is less long has no direction: it counts as upright. */
const leastElongation = 1.6;
/** Steeper lines are taken as running up: most vertical ones do. */
const steepest = Math.PI / 3;
/** The largest lines are enough for every use, and bound the time. */
const mostLines = 32;

/**
 * Finds lines of text by DB (Liao et al. 2020, "Real-time Scene Text Detection with Differentiable Binarization"), the
 * largest first: connected likely pixels are a line's core, which is taken as the rectangle of the same variances.
 */
export async function findLines({ rgb, width, height }: RgbPicture): Promise<TextLine[]> {
  const fitted = fitInside({ width, height }, mostSide);
  const [right, bottom] = [-fitted.width & (multiple - 1), -fitted.height & (multiple - 1)];
  const size = { width: fitted.width + right, height: fitted.height + bottom };
  const seen = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .resize({ ...fitted, fit: "fill" })
    .extend({ right, bottom, extendWith: "copy" })
    .raw()
    .toBuffer();
  const planes = new Float32Array(seen.length);
  for (let i = 0; i < seen.length; i++) {
    // The networks were trained with blue first.
    const plane = ((2 - (i % 3)) * seen.length) / 3;
    planes[plane + Math.floor(i / 3)] = ((seen[i] as number) / 255 - mean) / deviation;
  }
  const scale = width / fitted.width;
  return findCores(await runDetector(planes, size), size)
    .sort((one, other) => other.length * other.height - one.length * one.height)
    .slice(0, mostLines)
    .map(({ x, y, length, height, angle }) => {
      // By this much the cores were shrunk in training (Vatti's clipping).
      const more = (unclip * length * height) / (length + height);
      const outer = { length: (length + more) * scale, height: (height + more) * scale };
      return { x: x * scale, y: y * scale, ...outer, angle };
    });
}

function findCores(likely: Float32Array, size: Size): TextLine[] {
  const parts = findComponents({ alpha: likely, ...size }, { from: leastOfPixel });
  const sums = parts.areas.map(() => ({ likely: 0, x: 0, y: 0, xx: 0, yy: 0, xy: 0 }));
  forEachRun(parts, (name, start, end) => {
    const sum = sums[name] as (typeof sums)[number];
    const y = Math.floor(start / size.width) + 0.5;
    for (let i = start, x = (start % size.width) + 0.5; i < end; i++, x++) {
      sum.likely += likely[i] as number;
      sum.x += x;
      sum.y += y;
      sum.xx += x * x;
      sum.yy += y * y;
      sum.xy += x * y;
    }
  });
  return sums.flatMap((sum, name) => {
    const area = Math.max(1, parts.areas[name] as number);
    const [x, y] = [sum.x / area, sum.y / area];
    const [xx, yy, xy] = [sum.xx / area - x * x, sum.yy / area - y * y, sum.xy / area - x * y];
    const spread = Math.hypot((xx - yy) / 2, xy);
    const [most, least] = [(xx + yy) / 2 + spread, Math.max(0, (xx + yy) / 2 - spread)];
    const isUpright = most < leastElongation ** 2 * least;
    const direction = isUpright ? 0 : Math.atan2(2 * xy, xx - yy) / 2;
    const angle = direction > steepest ? direction - Math.PI : direction;
    // The variance of n pixels in a row is (n² − 1) / 12.
    const length = Math.sqrt(12 * (isUpright ? xx : most) + 1);
    const height = Math.sqrt(12 * (isUpright ? yy : least) + 1);
    return sum.likely < leastOfLine * area || height < leastCore ? [] : [{ x, y, length, height, angle }];
  });
}

/** The upright box around a line, in its picture; null when all of it is outside. */
export function boxOfLine({ x, y, length, height, angle }: TextLine, picture: Size): Box | null {
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const [across, down] = [(length * cos + height * sin) / 2, (length * sin + height * cos) / 2];
  const [left, top] = [Math.floor(x - across), Math.floor(y - down)];
  const [right, bottom] = [Math.ceil(x + across), Math.ceil(y + down)];
  return clipBox({ left, top, width: right - left, height: bottom - top }, picture);
}
