/** Alpha values 0..1 of width × height. */
export interface Mask {
  alpha: Float32Array;
  width: number;
  height: number;
}

/** Least alpha of a pixel that is more product than background. */
export const solid = 0.5;
/** When the highest alpha of a mask is below this, nothing was found (chosen on the sample products). */
const certain = 0.3;

/** Stretches the values to 0..1, in place; sets all to 0 when the network found nothing. */
export function normalize({ alpha }: Mask): void {
  let low = 1;
  let high = 0;
  for (let index = 0; index < alpha.length; index += 1) {
    const value = alpha[index] ?? 0;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (high < certain) {
    alpha.fill(0);
    return;
  }
  const scale = 1 / (high - low);
  for (let index = 0; index < alpha.length; index += 1) alpha[index] = ((alpha[index] ?? 0) - low) * scale;
}

/** Counts the pixels of alpha ≥ 0.5 from `start` to `end` (exclusive). */
export function countSolid(alpha: Float32Array, start = 0, end = alpha.length): number {
  let count = 0;
  for (let index = start; index < end; index += 1) if ((alpha[index] ?? 0) >= solid) count += 1;
  return count;
}

/** Bilinear sample at a position in pixels. */
export function alphaAt({ alpha, width, height }: Mask, x: number, y: number): number {
  const column = Math.min(width - 2, Math.max(0, Math.floor(x)));
  const row = Math.min(height - 2, Math.max(0, Math.floor(y)));
  const right = Math.min(1, Math.max(0, x - column));
  const down = Math.min(1, Math.max(0, y - row));
  const at = row * width + column;
  const upper = (alpha[at] ?? 0) * (1 - right) + (alpha[at + 1] ?? 0) * right;
  const lower = (alpha[at + width] ?? 0) * (1 - right) + (alpha[at + width + 1] ?? 0) * right;
  return upper + (lower - upper) * down;
}
