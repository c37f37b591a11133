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
// The rest was chosen on the sample products, by their edge errors.
/** Pixels of at least this alpha that touch are one blob. */
const faint = 0.1;
/** Smaller blobs than this share of the largest one, and of the picture, are dirt. */
const dirtOfLargest = 0.02;
const dirtOfPicture = 0.001;
/** Enclosed gaps of up to this many pixels of the mask are noise of the network. */
const pinholePixels = 12;
/** A mask whose highest alpha stays below this says that nothing was found. */
const certain = 0.3;

/** Stretches the values to 0..1, in place, unless the network found nothing at all. */
export function normalize({ alpha }: Mask): void {
  let low = 1;
  let high = 0;
  for (const value of alpha) {
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

/** Drops specks and closes pinholes, in place. */
export function clean(mask: Mask): void {
  const { alpha, width, height } = mask;
  const blobs = labelComponents(mask, (value) => value >= faint);
  const largest = blobs.solidAreas.reduce((most, area) => Math.max(most, area), 0);
  const enough = Math.min(largest * dirtOfLargest, width * height * dirtOfPicture);
  const gaps = labelComponents(mask, (value) => value < solid);
  for (let index = 0; index < alpha.length; index += 1) {
    const blob = blobs.labels[index] ?? 0;
    if (blob === 0 || (blobs.solidAreas[blob] ?? 0) < Math.max(1, enough)) alpha[index] = 0;
    const gap = gaps.labels[index] ?? 0;
    if (gap > 0 && (gaps.areas[gap] ?? 0) <= pinholePixels && !(gaps.atBorder[gap] ?? false))
      alpha[index] = 1;
  }
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

/** The components of a mask. */
interface Labels {
  /** 0 = not part of any component, else 1-based. */
  labels: Int32Array;
  areas: number[];
  /** Pixels of alpha ≥ 0.5. */
  solidAreas: number[];
  atBorder: boolean[];
}

/** 4-connected components of the pixels that belong, by flood fill with one shared stack. */
export function labelComponents({ alpha, width }: Mask, belongs: (value: number) => boolean): Labels {
  const labels = new Int32Array(alpha.length);
  const stack = new Int32Array(alpha.length);
  const found: Labels = { labels, areas: [0], solidAreas: [0], atBorder: [false] };
  for (let start = 0; start < alpha.length; start += 1) {
    if (labels[start] !== 0 || !belongs(alpha[start] ?? 0)) continue;
    const name = found.areas.length;
    let area = 0;
    let solidArea = 0;
    let atBorder = false;
    let depth = 1;
    stack[0] = start;
    labels[start] = name;
    while (depth > 0) {
      depth -= 1;
      const index = stack[depth] ?? 0;
      const x = index % width;
      area += 1;
      if ((alpha[index] ?? 0) >= solid) solidArea += 1;
      if (x === 0 || x === width - 1 || index < width || index >= alpha.length - width) atBorder = true;
      for (let side = 0; side < 4; side += 1) {
        if ((side === 0 && x === 0) || (side === 1 && x === width - 1)) continue;
        const next = index + (side === 0 ? -1 : side === 1 ? 1 : side === 2 ? -width : width);
        if (next < 0 || next >= alpha.length || labels[next] !== 0 || !belongs(alpha[next] ?? 0)) continue;
        labels[next] = name;
        stack[depth] = next;
        depth += 1;
      }
    }
    found.areas.push(area);
    found.solidAreas.push(solidArea);
    found.atBorder.push(atBorder);
  }
  return found;
}
