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

/** Drops specks and closes pinholes, in place. */
export function clean(mask: Mask): void {
  const { alpha, width, height } = mask;
  const blobs = labelComponents(mask, { from: faint });
  const largest = blobs.solidAreas.reduce((most, area) => Math.max(most, area), 0);
  const enough = Math.min(largest * dirtOfLargest, width * height * dirtOfPicture);
  const gaps = labelComponents(mask, { below: solid });
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

/** Box around the pixels of a picture (× 4) whose alpha (0..255) is at least that, or null when none is. */
export function visibleBox(
  rgba: Uint8Array,
  { width, height }: { width: number; height: number },
  leastAlpha: number,
): Box | null {
  const isSeen = (index: number) => (rgba[index * 4 + 3] ?? 0) >= leastAlpha;
  let top = 0;
  let left = width;
  let right = -1;
  let bottom = -1;
  for (let y = 0; y < height; y += 1) {
    const start = y * width;
    // What lies between the sides known so far cannot move them: a row is looked at from its ends.
    let x = 0;
    while (x < left && !isSeen(start + x)) x += 1;
    let end = width - 1;
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

/** The components of a mask. */
interface Labels {
  /** 0 = not part of any component, else 1-based. */
  labels: Int32Array;
  areas: number[];
  /** Pixels of alpha ≥ 0.5. */
  solidAreas: number[];
  atBorder: boolean[];
}

/**
 * 4-connected components of the pixels whose alpha is in [from, below), numbered in reading order: one pass that joins
 * what touches (union–find), one that numbers and counts (Wu, Otoo & Suzuki 2009).
 */
export function labelComponents(
  { alpha, width, height }: Mask,
  { from = 0, below = Number.POSITIVE_INFINITY }: { from?: number; below?: number },
): Labels {
  const labels = new Int32Array(alpha.length);
  const parents = joinTouching(labels, { alpha, width, height }, { from, below });
  const names = new Int32Array(parents.length);
  const found: Labels = { labels, areas: [0], solidAreas: [0], atBorder: [false] };
  for (let y = 0, index = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, index += 1) {
      const provisional = labels[index] ?? 0;
      if (provisional === 0) continue;
      const root = rootOf(parents, provisional);
      let name = names[root] ?? 0;
      if (name === 0) {
        name = found.areas.push(0) - 1;
        found.solidAreas.push(0);
        found.atBorder.push(false);
        names[root] = name;
      }
      labels[index] = name;
      found.areas[name] = (found.areas[name] ?? 0) + 1;
      if ((alpha[index] ?? 0) >= solid) found.solidAreas[name] = (found.solidAreas[name] ?? 0) + 1;
      if (x === 0 || x === width - 1 || y === 0 || y === height - 1) found.atBorder[name] = true;
    }
  }
  return found;
}

/** Gives each pixel a label, touching ones labels of one tree; returns the trees: a label's parent, or itself. */
function joinTouching(
  labels: Int32Array,
  { alpha, width }: Mask,
  { from, below }: { from: number; below: number },
): Int32Array {
  const parents = new Int32Array((labels.length >> 1) + 2);
  let last = 0;
  for (let start = 0; start < labels.length; start += width) {
    let left = 0;
    for (let index = start; index < start + width; index += 1) {
      const value = alpha[index] ?? 0;
      if (value < from || value >= below) {
        left = 0;
        continue;
      }
      const above = start === 0 ? 0 : (labels[index - width] ?? 0);
      if (left === 0 && above === 0) {
        last += 1;
        parents[last] = last;
        left = last;
      } else if (left === 0) left = above;
      else if (above !== 0 && above !== left) {
        const one = rootOf(parents, left);
        const other = rootOf(parents, above);
        parents[Math.max(one, other)] = Math.min(one, other);
        left = Math.min(one, other);
      }
      labels[index] = left;
    }
  }
  return parents;
}

/** The root of a label's tree; the way to it becomes half as long. */
function rootOf(parents: Int32Array, label: number): number {
  let root = label;
  for (let parent = parents[root] ?? 0; parent !== root; parent = parents[root] ?? 0) {
    const next = parents[parent] ?? 0;
    parents[root] = next;
    root = next;
  }
  return root;
}
