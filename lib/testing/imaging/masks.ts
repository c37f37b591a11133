import fc from "fast-check";
import type { Mask } from "#lib/imaging/pixels/mask.ts";

/** A mask with the given alpha (0..1) at each pixel. */
export function drawMask(width: number, height: number, value: (x: number, y: number) => number): Mask {
  const alpha = Float32Array.from({ length: width * height }, (_, index) =>
    value(index % width, Math.floor(index / width)),
  );
  return { alpha, width, height };
}

export function alphaAt({ alpha, width }: Mask, x: number, y: number): number | undefined {
  return alpha[y * width + x];
}

export function inDisc(x: number, y: number, cx: number, cy: number, radius: number): boolean {
  return (x - cx) ** 2 + (y - cy) ** 2 <= radius ** 2;
}

/** Tiny masks with dense content, so that all kinds of adjacency occur. */
export const smallMasks = fc
  .record({ width: fc.integer({ min: 1, max: 9 }), height: fc.integer({ min: 1, max: 9 }) })
  .chain(({ width, height }) =>
    fc
      .array(fc.constantFrom(0, 0.2, 0.6, 1), { minLength: width * height, maxLength: width * height })
      .map((values): Mask => ({ alpha: Float32Array.from(values), width, height })),
  );
