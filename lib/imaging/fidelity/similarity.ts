import type { Size } from "#lib/contract/photos/sizes.ts";

/**
 * Placement of the product in an edited picture: rotated, scaled and moved, never sheared. Maps the product's pixels,
 * relative to the center of its box, to the picture's: x' = a·x − b·y + x₀, y' = b·x + a·y + y₀. A pixel's center is
 * at its index plus one half.
 */
export interface Similarity {
  a: number;
  b: number;
  x: number;
  y: number;
}

export function scaleOf({ a, b }: Similarity): number {
  return Math.hypot(a, b);
}

/** Clockwise, because rows run downwards. */
export function turnOfDeg({ a, b }: Similarity): number {
  return (Math.atan2(b, a) * 180) / Math.PI;
}

/** outer ∘ inner: applies `inner` first, then `outer`. */
export function compose(outer: Similarity, inner: Similarity): Similarity {
  return {
    a: outer.a * inner.a - outer.b * inner.b,
    b: outer.b * inner.a + outer.a * inner.b,
    x: outer.a * inner.x - outer.b * inner.y + outer.x,
    y: outer.b * inner.x + outer.a * inner.y + outer.y,
  };
}

export function invert({ a, b, x, y }: Similarity): Similarity {
  const square = a * a + b * b;
  const [c, d] = [a / square, -b / square];
  return { a: c, b: d, x: -(c * x - d * y), y: -(d * x + c * y) };
}

/** Returns the axis-aligned bounds of a box of the given size at this placement: left, top, right, bottom. */
export function boundsOf({ a, b, x, y }: Similarity, { width, height }: Size) {
  const halfWidth = (Math.abs(a) * width + Math.abs(b) * height) / 2;
  const halfHeight = (Math.abs(b) * width + Math.abs(a) * height) / 2;
  return { left: x - halfWidth, top: y - halfHeight, right: x + halfWidth, bottom: y + halfHeight };
}
