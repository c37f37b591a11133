import type { Box, Size } from "#lib/contract/photos/sizes.ts";

/** Side of a JPEG's blocks, and how many pixels of each block the filter reaches. */
const grid = 8;
const reach = 4;
/** A step is one between blocks up to this many times the mean one; beside it, colors differ by at most a quarter. */
const most = 14;

/**
 * Smooths the steps between a JPEG's blocks, in place: where both sides are flat, the step is spread over the pixels
 * beside it, so that edges and texture stay. `blocks` is the mean step, 0..1 of full scale; only opaque pixels change.
 */
export function smoothBlocks(rgba: Uint8Array, { width }: Size, box: Box, blocks: number): void {
  const largest = most * blocks * 255;
  const [right, bottom] = [box.left + box.width, box.top + box.height];
  const first = (from: number) => Math.ceil((from + reach) / grid) * grid;
  for (let y = box.top; y < bottom; y++) {
    for (let x = first(box.left); x + reach <= right; x += grid)
      spreadStep(rgba, (y * width + x) * 4, 4, largest);
  }
  for (let y = first(box.top); y + reach <= bottom; y += grid) {
    for (let x = box.left; x < right; x++) spreadStep(rgba, (y * width + x) * 4, width * 4, largest);
  }
}

/** Spreads the step before the pixel at `at`; `stride` leads to the next pixel across it. */
function spreadStep(rgba: Uint8Array, at: number, stride: number, largest: number): void {
  for (let n = -reach; n < reach; n++) if (rgba[at + n * stride + 3] !== 255) return;
  for (let channel = at; channel < at + 3; channel++) {
    const value = (n: number) => rgba[channel + n * stride] as number;
    const step = value(0) - value(-1);
    const size = Math.abs(step);
    if (size < 2 || size > largest) continue;
    const beside = Math.max(
      Math.abs(value(1) - value(0)),
      Math.abs(value(2) - value(1)),
      Math.abs(value(-1) - value(-2)),
      Math.abs(value(-2) - value(-3)),
    );
    if (beside > Math.max(2, size / 2)) continue;
    for (let n = 0; n < reach; n++) {
      const share = (step * (reach - n - 0.5)) / (2 * reach);
      rgba[channel + n * stride] = Math.round(value(n) - share);
      rgba[channel - (n + 1) * stride] = Math.round(value(-n - 1) + share);
    }
  }
}
