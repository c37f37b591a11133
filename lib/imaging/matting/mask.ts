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
 * 4-connected components of the pixels whose alpha is in [from, below), numbered in reading order: one pass that finds
 * the runs of each row and joins those that touch (union–find), one that numbers and counts (He, Chao & Suzuki 2008).
 */
export function labelComponents(
  mask: Mask,
  { from = 0, below = Number.POSITIVE_INFINITY }: { from?: number; below?: number },
): Labels {
  const { alpha, width, height } = mask;
  const { starts, ends, parents } = findRuns(mask, { from, below });
  const labels = new Int32Array(alpha.length);
  const names = new Int32Array(parents.length);
  const found: Labels = { labels, areas: [0], solidAreas: [0], atBorder: [false] };
  for (let run = 0; run < starts.length; run += 1) {
    const root = rootOf(parents, run);
    let name = names[root] ?? 0;
    if (name === 0) {
      name = found.areas.push(0) - 1;
      found.solidAreas.push(0);
      found.atBorder.push(false);
      names[root] = name;
    }
    const start = starts[run] ?? 0;
    const end = ends[run] ?? 0;
    labels.fill(name, start, end);
    found.areas[name] = (found.areas[name] ?? 0) + end - start;
    if (below > solid) found.solidAreas[name] = (found.solidAreas[name] ?? 0) + countSolid(alpha, start, end);
    const isAtEnd = start < width || start >= width * (height - 1);
    if (isAtEnd || start % width === 0 || end % width === 0) found.atBorder[name] = true;
  }
  return found;
}

/** Pixels of alpha ≥ 0.5 from one place to another. */
export function countSolid(alpha: Float32Array, start = 0, end = alpha.length): number {
  let count = 0;
  for (let index = start; index < end; index += 1) if ((alpha[index] ?? 0) >= solid) count += 1;
  return count;
}

/** Pixels of a row that lie beside each other: from `starts` to before `ends`; touching ones belong to one tree. */
interface Runs {
  starts: number[];
  ends: number[];
  /** A run's parent, or itself. */
  parents: number[];
}

function findRuns({ alpha, width }: Mask, { from, below }: { from: number; below: number }): Runs {
  const runs: Runs = { starts: [], ends: [], parents: [] };
  const { starts, ends, parents } = runs;
  let above = 0;
  for (let row = 0; row < alpha.length; row += width) {
    const firstOfRow = starts.length;
    for (let index = row; index < row + width; index += 1) {
      if (!isIn(alpha[index] ?? 0, from, below)) continue;
      const start = index;
      do index += 1;
      while (index < row + width && isIn(alpha[index] ?? 0, from, below));
      const run = starts.push(start) - 1;
      ends.push(index);
      parents.push(run);
      while (above < firstOfRow && (ends[above] ?? 0) <= start - width) above += 1;
      for (let other = above; other < firstOfRow && (starts[other] ?? 0) < index - width; other += 1)
        join(parents, run, other);
    }
    above = firstOfRow;
  }
  return runs;
}

function isIn(value: number, from: number, below: number): boolean {
  return value >= from && value < below;
}

function join(parents: number[], run: number, other: number): void {
  const one = rootOf(parents, run);
  const two = rootOf(parents, other);
  parents[Math.max(one, two)] = Math.min(one, two);
}

/** The root of a run's tree; the way to it becomes half as long. */
function rootOf(parents: number[], run: number): number {
  let root = run;
  for (let parent = parents[root] ?? 0; parent !== root; parent = parents[root] ?? 0) {
    const next = parents[parent] ?? 0;
    parents[root] = next;
    root = next;
  }
  return root;
}
