import { linearOfByte, luminance } from "#lib/imaging/pixels/color.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import { clamp, histogramPercentile } from "#lib/imaging/pixels/numbers.ts";
import type { Balance } from "./product.ts";

/** Largest linear value of a product's brightest parts after lighting. */
const ceiling = 0.95;
/** Percentiles of the brightest parts and of a reference; beyond `gleam` × that are gleams, which may clip. */
const [brightest, twentieth, gleam] = [0.995, 0.95, 1.2] as const;

/**
 * Derives a mild color cast and the exposure from the product's own bright, nearly gray pixels. Bounded to ±2.5 % per
 * channel and 0.94…1.22 in brightness, so that a product never becomes another color. `headroom`: the largest factor
 * of the scene's light; when white would clip with it, the brightness goes down to 0.86.
 */
export function measureBalance(cutOut: ProductCutOut, headroom = 1): Balance {
  const { rgba, width, box } = cutOut;
  const stride = Math.max(1, Math.floor(Math.sqrt((box.width * box.height) / 60_000)));
  const histogram = new Uint32Array(256);
  const gray: [number, number, number] = [0, 0, 0];
  let grays = 0;
  let count = 0;
  for (let y = box.top; y < box.top + box.height; y += stride) {
    for (let x = box.left; x < box.left + box.width; x += stride) {
      const at = (y * width + x) * 4;
      if ((rgba[at + 3] as number) < 250) continue;
      const r = rgba[at] as number;
      const g = rgba[at + 1] as number;
      const b = rgba[at + 2] as number;
      const high = Math.max(r, g, b);
      count++;
      histogram[high] = (histogram[high] as number) + 1;
      if (high < 110 || high > 252 || high - Math.min(r, g, b) > high * 0.08) continue;
      gray[0] += linearOfByte[r] as number;
      gray[1] += linearOfByte[g] as number;
      gray[2] += linearOfByte[b] as number;
      grays++;
    }
  }
  if (count === 0) return [1, 1, 1];
  const bright = linearOfByte[histogramPercentile(histogram, count, 0.985)] as number;
  // Only lifts a product that is meant to be light: a dark product stays dark.
  const wanted = bright > 0.3 ? clamp(0.86 / bright, 0.94, 1.22) : 1;
  const lightOf = (share: number) => linearOfByte[histogramPercentile(histogram, count, share)] as number;
  const white = Math.min(lightOf(brightest), gleam * lightOf(twentieth));
  const lift = Math.min(wanted, Math.max(0.86, ceiling / (white * headroom)));
  if (grays < count * 0.04) return [lift, lift, lift];
  const target = luminance([gray[0], gray[1], gray[2]]);
  const trust = Math.min(1, (grays / count) * 3) * 0.7;
  const gain = (sum: number) => lift * clamp(1 + (target / sum - 1) * trust, 0.975, 1.025);
  return [gain(gray[0]), gain(gray[1]), gain(gray[2])];
}
