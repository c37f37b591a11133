import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import { type Mask, solid } from "#lib/imaging/pixels/mask.ts";

// Chosen on the sample products, by their edge errors.
/** Margin of the fine pass around the product, as a share of the product's longer side. */
const margin = 0.1;
/** When the product with its margin covers this share of the picture, the fine pass takes the whole picture. */
const mostlyFilled = 0.85;
/** A part grows by this share of its size on each side that the product crosses. Not tuned: the first value tried. */
const growth = 0.5;

/** The sides of a part of a picture, as shares of the picture's width and height. */
export interface Shares {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A part of a picture, in the picture's pixels, and its mask. */
export interface Part {
  box: Box;
  mask: Mask;
}

/** Returns the product with its margin, in picture pixels; the whole picture when that is most of it. */
export function boxWithMargin({ left, top, right, bottom }: Shares, size: Size): Box {
  const pad = margin * Math.max((right - left) * size.width, (bottom - top) * size.height);
  const x = Math.max(0, Math.floor(left * size.width - pad));
  const y = Math.max(0, Math.floor(top * size.height - pad));
  const width = Math.min(size.width, Math.ceil(right * size.width + pad)) - x;
  const height = Math.min(size.height, Math.ceil(bottom * size.height + pad)) - y;
  if (width * height >= mostlyFilled * size.width * size.height) return { left: 0, top: 0, ...size };
  return { left: x, top: y, width, height };
}

/** Returns the part itself, or a larger one when the product crosses its sides. */
export function grown(part: Part, size: Size): Box {
  const { box } = part;
  if (!runsOut(part, size)) return box;
  const sides = openSides(part, size);
  const across = Math.ceil(growth * box.width);
  const down = Math.ceil(growth * box.height);
  const x = Math.max(0, box.left - (sides.left ? across : 0));
  const y = Math.max(0, box.top - (sides.top ? down : 0));
  const endX = Math.min(size.width, box.left + box.width + (sides.right ? across : 0));
  const endY = Math.min(size.height, box.top + box.height + (sides.bottom ? down : 0));
  return { left: x, top: y, width: endX - x, height: endY - y };
}

/** Returns whether the product touches a side of its part that is not a side of the picture. */
export function runsOut(part: Part, size: Size): boolean {
  return Object.values(openSides(part, size)).includes(true);
}

/** Returns whether the product touches a side of its mask. */
export function touchesSide(mask: Mask): boolean {
  return Object.values(touchedSides(mask)).includes(true);
}

function openSides({ mask, box }: Part, size: Size) {
  const { left, top, right, bottom } = touchedSides(mask);
  return {
    left: left && box.left > 0,
    top: top && box.top > 0,
    right: right && box.left + box.width < size.width,
    bottom: bottom && box.top + box.height < size.height,
  };
}

function touchedSides({ alpha, width, height }: Mask) {
  const isTouched = (start: number, step: number, count: number) => {
    let touching = 0;
    for (let index = 0; index < count; index += 1) {
      if ((alpha[start + index * step] ?? 0) >= solid) touching += 1;
    }
    return touching >= 2;
  };
  return {
    left: isTouched(0, width, height),
    top: isTouched(0, 1, width),
    right: isTouched(width - 1, width, height),
    bottom: isTouched(width * (height - 1), 1, width),
  };
}
