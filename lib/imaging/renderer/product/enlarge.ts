import type { Size } from "#lib/contract/photos/sizes.ts";
import { clamp } from "#lib/imaging/pixels/numbers.ts";

/** The product at one size: premultiplied linear light × 65,535; alpha 0..65,535. */
export interface ProductPixels extends Size {
  color: Uint16Array;
  alpha: Uint16Array;
}

/** Amount of sharpening for an enlargement of this scale. */
export function sharpeningOf(scale: number): number {
  return clamp(0.25 + 0.1 * scale, 0, 0.6);
}

/** Converts square-root encoding back to linear light, and sharpens brightness by the difference to its neighbors. */
export function finishEnlarged(
  product: ProductPixels,
  scale: number,
  amount: number = sharpeningOf(scale),
): void {
  const { width, height, color, alpha } = product;
  const reach = Math.max(1, Math.round(scale * 0.6));
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
      // Near the outline the neighbors are partly empty: sharpening would draw a line there.
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
