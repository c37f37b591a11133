import type { Box, Size } from "#lib/contract/photos/sizes.ts";

/** Scales a size, in whole pixels; no side is less than one. */
export function scaleSize({ width, height }: Size, scale: number): Size {
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The size scaled down, if necessary, to a longer side of `side`. */
export function fitInside(size: Size, side: number): Size {
  return scaleSize(size, Math.min(1, side / Math.max(size.width, size.height)));
}

/** The part of a box inside a frame; null when it is empty. */
export function clipBox(box: Box, frame: Size): Box | null {
  const left = Math.max(0, box.left);
  const top = Math.max(0, box.top);
  const width = Math.min(frame.width, box.left + box.width) - left;
  const height = Math.min(frame.height, box.top + box.height) - top;
  return width > 0 && height > 0 ? { left, top, width, height } : null;
}

/** The box with a margin at each side, as far as the frame has room for it. */
export function growBox(box: Box, margin: number, frame: Size): Box {
  const left = Math.max(0, box.left - margin);
  const top = Math.max(0, box.top - margin);
  return {
    left,
    top,
    width: Math.min(frame.width, box.left + box.width + margin) - left,
    height: Math.min(frame.height, box.top + box.height + margin) - top,
  };
}

export function overlap(one: Box, other: Box): boolean {
  return (
    one.left < other.left + other.width &&
    other.left < one.left + one.width &&
    one.top < other.top + other.height &&
    other.top < one.top + one.height
  );
}

/** Bounding box of the pixels of width × height, or of a part, for which `isInside` holds; null when there are none. */
export function boundingBox(
  width: number,
  height: number,
  isInside: (index: number) => boolean,
  part: Box = { left: 0, top: 0, width, height },
): Box | null {
  let top = 0;
  let left = part.left + part.width;
  let right = part.left - 1;
  let bottom = -1;
  for (let y = part.top; y < part.top + part.height; y += 1) {
    const start = y * width;
    // Pixels between the sides found so far cannot move them, so a row is scanned from its ends.
    let x = part.left;
    while (x < left && !isInside(start + x)) x += 1;
    let end = part.left + part.width - 1;
    while (end > right && !isInside(start + end)) end -= 1;
    if (x >= left && end <= right && !hasInside(isInside, start + left, start + right)) continue;
    if (bottom < 0) top = y;
    bottom = y;
    left = Math.min(left, x);
    right = Math.max(right, end);
  }
  return bottom < 0 ? null : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

function hasInside(isInside: (index: number) => boolean, from: number, to: number): boolean {
  for (let index = from; index <= to; index += 1) if (isInside(index)) return true;
  return false;
}

/** Bounding box of the pixels (× 4) with at least that alpha (0..255), in the picture or a part; null for none. */
export function visibleBox(
  rgba: Uint8Array,
  { width, height }: Size,
  { leastAlpha, part }: { leastAlpha: number; part?: Box },
): Box | null {
  return boundingBox(width, height, (index) => (rgba[index * 4 + 3] ?? 0) >= leastAlpha, part);
}
