import { clamp, createField, type Field, smoothstep } from "./field.ts";

/** Where and how a product touches the ground, read from the outline of its alpha. Pixels of that alpha. */
export interface Contact {
  /** Per column: the lowest edge of the product; −1 where the column is empty. */
  bottom: Float32Array;
  /** Per column: 1 stands on the ground … 0 hangs over it (handles, bowls, straps). */
  weight: Float32Array;
  /** Per column: the row in which the ground lies under the middle of the product's depth. */
  foot: Float32Array;
  /** Per column: the row about which a reflection is mirrored; follows the outline where it stands. */
  mirror: Float32Array;
  /** Row of the ground under the middle of the product. */
  groundY: number;
  /** Lowest row of the product. */
  lowestY: number;
  /** Sine of the angle at which the camera looks down, from the curve of the base where it has one. */
  pitchSin: number;
  /** 1 a round base, 0 a straight one. */
  roundness: number;
}

interface Run {
  from: number;
  to: number;
  lowest: number;
  half: number;
  rise: number;
  /** The base ends in upright walls at both ends: a disc or a box, not a ball. */
  ends: boolean;
  weight: number;
}

const defaultPitchSin = 0.19;

/** Finds the contact of an alpha picture (one channel, 0..1, cropped to the product). */
export function findContact(alpha: Field): Contact {
  const bottom = smooth(bottomEdges(alpha));
  const lowestY = bottom.reduce((low, y) => Math.max(low, y), 0);
  const runs = contactRuns(bottom, lowestY, alpha.width, alpha.height);
  const [single] = runs;
  const isSingle = runs.length === 1 && single !== undefined;
  const curve = isSingle && single.ends ? single.rise / Math.max(1, single.half) : 0;
  const isRound = isSingle && single.ends && curve > 0.05;
  const pitchSin = isRound ? clamp(curve, 0.1, 0.34) : defaultPitchSin;
  const depth =
    isSingle && single.ends ? (isRound ? single.half : Math.min(single.half * 0.55, alpha.height * 0.3)) : 0;
  const foot = footLine(runs, alpha.width, lowestY, depth * pitchSin);
  const weight = new Float32Array(alpha.width);
  for (const run of runs) {
    for (let x = run.from; x <= run.to; x++) {
      const rise = run.lowest - (bottom[x] as number);
      const lift = run.ends ? 0 : rise / (0.012 * alpha.width + 1);
      weight[x] = Math.max(weight[x] as number, run.weight * Math.exp(-lift));
    }
  }
  const mirror = Float32Array.from(foot, (row, x) => {
    const w = weight[x] as number;
    return w > 0 ? row + ((bottom[x] as number) - row) * Math.min(1, w * 1.5) : row;
  });
  const middle = Math.round(alpha.width / 2);
  return {
    bottom,
    weight,
    foot,
    mirror: smooth(mirror),
    groundY: foot[middle] ?? lowestY,
    lowestY,
    pitchSin,
    roundness: isSingle && single.ends ? smoothstep(0.02, 0.08, curve) : 1,
  };
}

function bottomEdges(alpha: Field): Float32Array {
  const { width, height, data } = alpha;
  const bottom = new Float32Array(width).fill(-1);
  for (let x = 0; x < width; x++) {
    for (let y = height - 1; y >= 0; y--) {
      const here = data[y * width + x] as number;
      if (here < 0.5) continue;
      const below = y + 1 < height ? (data[(y + 1) * width + x] as number) : 0;
      bottom[x] = y + 0.5 + (here - 0.5) / Math.max(0.05, here - below);
      break;
    }
  }
  return bottom;
}

// Evens out the stair steps of anti-aliasing without bridging jumps.
function smooth(line: Float32Array): Float32Array {
  return line.map((y, x) => {
    if (y < 0) return y;
    let sum = 0;
    let count = 0;
    for (let i = Math.max(0, x - 2); i <= Math.min(line.length - 1, x + 2); i++) {
      const other = line[i] as number;
      if (other < 0 || Math.abs(other - y) > 4) continue;
      sum += other;
      count++;
    }
    return sum / count;
  });
}

// A run is a stretch of outline without upright steps; it stands when its lowest point is near the ground.
function contactRuns(bottom: Float32Array, lowestY: number, width: number, height: number): Run[] {
  const found: Run[] = [];
  let start = -1;
  for (let x = 0; x <= width; x++) {
    const y = bottom[x] ?? -1;
    const previous = x > 0 ? (bottom[x - 1] as number) : -1;
    const breaks = y < 0 || (start >= 0 && Math.abs(y - previous) > 3);
    if (start >= 0 && breaks) {
      if (x - start > 1) found.push(measureRun(bottom, start, x - 1));
      start = -1;
    }
    if (start < 0 && y >= 0) start = x;
  }
  // On legs alone, those further back stand higher up in the picture; beside a broad base they would be handles.
  const broadest = found.reduce((most, run) => {
    return lowestY - run.lowest < 0.1 * height ? Math.max(most, run.half * 2) : most;
  }, 0);
  const tolerance = (broadest < 0.22 * width ? 0.34 : 0.1) * Math.min(width, height * 1.5) + 2;
  for (const run of found) run.weight = 1 - smoothstep(tolerance * 0.6, tolerance, lowestY - run.lowest);
  return found.filter((run) => run.weight > 0);
}

// Grows from the lowest column outwards while the outline stays as flat as a disc seen from at most 20 degrees.
function measureRun(bottom: Float32Array, from: number, to: number): Run {
  let lowestAt = from;
  for (let x = from; x <= to; x++) {
    if ((bottom[x] as number) > (bottom[lowestAt] as number)) lowestAt = x;
  }
  const lowest = bottom[lowestAt] as number;
  let left = lowestAt;
  let right = lowestAt;
  const isFlat = (x: number) => lowest - (bottom[x] as number) <= Math.max(3, 0.19 * (right - left));
  for (let grown = true; grown; ) {
    grown = false;
    if (left > from && isFlat(left - 1)) {
      left--;
      grown = true;
    }
    if (right < to && isFlat(right + 1)) {
      right++;
      grown = true;
    }
  }
  // Faces of a box seen over its corner slope up to an upright wall: they stand too.
  const corner = 0.22 * (to - from);
  if (lowest - (bottom[from] as number) <= corner) left = from;
  if (lowest - (bottom[to] as number) <= corner) right = to;
  const slack = Math.max(2, 0.12 * (right - left));
  const rise = lowest - ((bottom[left] as number) + (bottom[right] as number)) / 2;
  return {
    from: left,
    to: right,
    lowest,
    half: (right - left + 1) / 2,
    rise,
    ends: left - from <= slack && to - right <= slack,
    weight: 0,
  };
}

// One base: level ground through its middle. Several (legs): straight between them, level outside.
function footLine(runs: Run[], width: number, lowestY: number, inset: number): Float32Array {
  const marks = runs.map((run) => ({ x: (run.from + run.to) / 2, y: run.lowest - inset }));
  return Float32Array.from({ length: width }, (_, x) => {
    const after = marks.findIndex((mark) => mark.x >= x);
    const next = after < 0 ? marks.at(-1) : marks[after];
    const last = after <= 0 ? next : marks[after - 1];
    if (!next || !last) return lowestY;
    if (next.x === last.x) return next.y;
    return last.y + ((next.y - last.y) * (x - last.x)) / (next.x - last.x);
  });
}

/** Darkness of the thin line where the product meets the ground, 0..1, in a frame around the product. */
export function contactShadow(
  contact: Contact,
  frame: { width: number; height: number; left: number; top: number },
  reach: number,
): Field {
  const field = createField(frame.width, frame.height, 1);
  for (let i = 0; i < contact.bottom.length; i++) {
    const x = i + frame.left;
    const weight = contact.weight[i] as number;
    if (weight < 0.01 || x < 0 || x >= frame.width) continue;
    const edge = (contact.bottom[i] as number) + frame.top;
    const first = Math.max(0, Math.floor(edge - 3));
    const last = Math.min(frame.height - 1, Math.ceil(edge + reach * 6));
    for (let y = first; y <= last; y++) {
      const below = Math.max(0, y + 0.5 - edge);
      const near = Math.exp(-below / (reach * 0.35));
      const wide = Math.exp(-((below / (reach * 1.6)) ** 2));
      field.data[y * frame.width + x] = weight * Math.min(1, 0.62 * near + 0.3 * wide);
    }
  }
  return field;
}
