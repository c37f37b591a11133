/** Alpha values 0..1 of width × height. */
export interface Mask {
  alpha: Float32Array;
  width: number;
  height: number;
}

/** Whole numbers of pixels. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** From this alpha on a pixel is rather product than backdrop. */
export const solid = 0.5;
/** A mask whose highest alpha stays below this says that nothing was found (chosen on the sample products). */
const certain = 0.3;

/** Stretches the values to 0..1, in place, unless the network found nothing at all. */
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

/** Box around the pixels of width × height that are inside, or null when none is. */
export function boundingBox(width: number, height: number, isInside: (index: number) => boolean): Box | null {
  let left = width;
  let right = -1;
  let top = -1;
  let bottom = -1;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!isInside(y * width + x)) continue;
      if (top < 0) top = y;
      bottom = y;
      if (x < left) left = x;
      if (x > right) right = x;
    }
  }
  return top < 0 ? null : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/** Box around the pixels of a picture (× 4), or of a part of it, whose alpha (0..255) is at least that; null for none. */
export function visibleBox(
  rgba: Uint8Array,
  { width, height }: { width: number; height: number },
  { leastAlpha, part = { left: 0, top: 0, width, height } }: { leastAlpha: number; part?: Box },
): Box | null {
  const isSeen = (index: number) => (rgba[index * 4 + 3] ?? 0) >= leastAlpha;
  let top = 0;
  let left = part.left + part.width;
  let right = part.left - 1;
  let bottom = -1;
  for (let y = part.top; y < part.top + part.height; y += 1) {
    const start = y * width;
    // What lies between the sides known so far cannot move them: a row is looked at from its ends.
    let x = part.left;
    while (x < left && !isSeen(start + x)) x += 1;
    let end = part.left + part.width - 1;
    while (end > right && !isSeen(start + end)) end -= 1;
    if (x >= left && end <= right && !hasSeen(isSeen, start + left, start + right)) continue;
    if (bottom < 0) top = y;
    bottom = y;
    left = Math.min(left, x);
    right = Math.max(right, end);
  }
  return bottom < 0 ? null : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

function hasSeen(isSeen: (index: number) => boolean, from: number, to: number): boolean {
  for (let index = from; index <= to; index += 1) if (isSeen(index)) return true;
  return false;
}

/** Pixels of alpha ≥ 0.5 from one place to another. */
export function countSolid(alpha: Float32Array, start = 0, end = alpha.length): number {
  let count = 0;
  for (let index = start; index < end; index += 1) if ((alpha[index] ?? 0) >= solid) count += 1;
  return count;
}
