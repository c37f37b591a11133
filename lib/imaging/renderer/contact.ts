import { clamp, createField, type Field, smoothstep } from "./field.ts";
import type { Frame } from "./stage.ts";

/** Where and how a product touches the ground, read from the outline of its alpha and in its pixels. */
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
  /** The base ends in upright walls: the body does not bulge over it. */
  upright: boolean;
  /** `floats`: it hangs or flies over the ground; `cut`: the frame cuts it off below. Neither touches anything. */
  stance: "stands" | "floats" | "cut";
}

/** A product at the 1K size: its linear color times alpha, its alpha, and how and where it stands. */
export interface StandingProduct {
  color: Field;
  alpha: Field;
  contact: Contact;
  frame: Frame;
}

interface Run {
  from: number;
  to: number;
  lowest: number;
  half: number;
  /** How far the outline hangs below the line through its ends. */
  sag: number;
  /** The base ends in upright walls at both ends: a disc or a box, not a ball. */
  ends: boolean;
  weight: number;
}

/** Sine of the angle at which the camera looks down where the outline does not tell: 11°, by eye. */
const defaultPitchSin = 0.19;

/** Finds the contact of an alpha picture (one channel, 0..1, cropped to the product). */
export function findContact(alpha: Field): Contact {
  const { width, height } = alpha;
  const bottom = smooth(bottomEdges(alpha));
  const lowestY = bottom.reduce((low, y) => Math.max(low, y), 0);
  const runs = contactRuns(bottom, lowestY, alpha);
  const weight = contactWeights(runs, bottom, width);
  const base = broadBase(runs, width);
  const curve = base ? base.sag / Math.max(1, base.half) : 0;
  const isRound = curve > 0.05;
  const pitchSin = base && isRound ? clamp(curve, 0.1, 0.34) : defaultPitchSin;
  const inset = base && !isRound ? Math.min(base.half * 0.55, height * 0.3) * pitchSin : 0;
  const foot = base ? baseLine(base, bottom, inset) : legLine(runs, width, lowestY);
  const mirror = Float32Array.from(foot, (row, x) => {
    const w = Math.min(1, (weight[x] as number) * 1.5);
    return w > 0 ? row + ((bottom[x] as number) - row) * w : row;
  });
  const middle = base ? (base.from + base.to) >> 1 : width >> 1;
  return {
    bottom,
    weight,
    foot,
    mirror: smooth(mirror),
    groundY: foot[middle] ?? lowestY,
    lowestY,
    pitchSin,
    roundness: base ? smoothstep(0.02, 0.08, curve) : 1,
    upright: base !== undefined,
    stance: "stands",
  };
}

// One upright base that carries the whole product, as opposed to legs or a rounded belly.
function broadBase(runs: Run[], width: number): Run | undefined {
  const widest = runs.reduce<Run | undefined>(
    (best, run) => (best && best.half >= run.half ? best : run),
    undefined,
  );
  if (!widest?.ends) return undefined;
  return runs.length === 1 || widest.half * 2 > 0.3 * width ? widest : undefined;
}

// Fades at both ends, where the contact goes on behind the product.
function contactWeights(runs: Run[], bottom: Float32Array, width: number): Float32Array {
  const weight = new Float32Array(width);
  for (const run of runs) {
    const fade = Math.max(1, Math.min(0.08 * (run.to - run.from), 0.02 * width));
    for (let x = run.from; x <= run.to; x++) {
      const rise = run.lowest - (bottom[x] as number);
      const lift = run.ends ? 0 : rise / (0.012 * width + 1);
      const end = Math.min(1, (Math.min(x - run.from, run.to - x) + 0.5) / fade);
      weight[x] = Math.max(weight[x] as number, run.weight * Math.exp(-lift) * end);
    }
  }
  return weight;
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
function contactRuns(bottom: Float32Array, lowestY: number, { width, height }: Field): Run[] {
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
  const along = (lowestAt - left) / Math.max(1, right - left);
  const chord = (bottom[left] as number) * (1 - along) + (bottom[right] as number) * along;
  return {
    from: left,
    to: right,
    lowest,
    half: (right - left + 1) / 2,
    sag: lowest - chord,
    ends: left - from <= slack && to - right <= slack,
    weight: 0,
  };
}

// The ground under a base runs through both its ends: level for a disc, slanted for a box seen over its corner.
function baseLine(base: Run, bottom: Float32Array, inset: number): Float32Array {
  const left = bottom[base.from] as number;
  const right = bottom[base.to] as number;
  return bottom.map((_, x) => {
    const share = clamp((x - base.from) / Math.max(1, base.to - base.from), 0, 1);
    return left + (right - left) * share - inset;
  });
}

// Straight from leg to leg, level outside.
function legLine(runs: Run[], width: number, lowestY: number): Float32Array {
  const marks = runs.map((run) => ({ x: (run.from + run.to) / 2, y: run.lowest }));
  return Float32Array.from({ length: width }, (_, x) => {
    const after = marks.findIndex((mark) => mark.x >= x);
    const next = after < 0 ? marks.at(-1) : marks[after];
    const last = after <= 0 ? next : marks[after - 1];
    if (!next || !last) return lowestY;
    if (next.x === last.x) return next.y;
    return last.y + ((next.y - last.y) * (x - last.x)) / (next.x - last.x);
  });
}

/** Darkness (0..1) of the thin line where the product meets the ground; `reach` is its width in pixels. */
export function contactShadow(contact: Contact, frame: Frame, reach: number): Field {
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
      field.data[y * frame.width + x] = weight * Math.min(1, 0.74 * near + 0.34 * wide);
    }
  }
  return field;
}
