import { createField, type Field } from "#lib/imaging/pixels/field.ts";
import { clamp, smoothstep } from "#lib/imaging/pixels/numbers.ts";
import type { Frame } from "#lib/imaging/renderer/set/stage.ts";
import {
  bottomEdges,
  broadBase,
  type Columns,
  contactRuns,
  findSeparateBases,
  type Run,
  smooth,
} from "./contact-runs.ts";

/** Where and how a product touches the ground, derived from the outline of its alpha, in its pixels. */
export interface Contact {
  /** Per column: the lowest edge of the product; −1 where the column is empty. */
  bottom: Float32Array;
  /** Per column: 1 rests on the ground … 0 hangs over it (handles, bowls, straps). */
  weight: Float32Array;
  /** Per column: the ground's row under the middle of the product's depth. */
  foot: Float32Array;
  /** Per column: the row about which a reflection is mirrored; follows the outline where that rests on the ground. */
  mirror: Float32Array;
  /** Row of the ground under the middle of the product. */
  groundY: number;
  /** The same under the product that is furthest back, when several are apart. */
  backY: number;
  /** Contact columns of the products that are apart from the lowest one. */
  apart: readonly Columns[];
  /** Lowest row of the product. */
  lowestY: number;
  /** Sine of the camera's downward pitch, from the curve of the base if it has one. */
  pitchSin: number;
  /** The same as measured at the base, without bounds; null when the base has no curve. */
  seenPitchSin: number | null;
  /** 1: a round base, 0: a straight one. */
  roundness: number;
  /** Whether the base ends in upright walls: the body does not bulge over it. */
  upright: boolean;
  /**
   * `floats`: hangs or flies over the ground; `cut`: the frame cuts it off below. Neither touches the ground. `lies`:
   * on its back, seen from above.
   */
  stance: "stands" | "floats" | "cut" | "lies";
}

/** A product at the 1K size: its premultiplied linear color, its alpha, and its contact with the ground. */
export interface ProductInFrame {
  color: Field;
  alpha: Field;
  contact: Contact;
  frame: Frame;
}

/** Sine of the camera's downward pitch when the outline does not show it: 11°, by eye. */
const defaultPitchSin = 0.19;

/** Finds the contact of an alpha picture (one channel, 0..1, cropped to the product). */
export function findContact(alpha: Field): Contact {
  const { width, height } = alpha;
  const bottom = smooth(bottomEdges(alpha));
  const lowestY = bottom.reduce((low, y) => Math.max(low, y), 0);
  const runs = contactRuns(bottom, lowestY, alpha);
  const base = broadBase(runs, width);
  const pitchSin = base && isRound(base) ? clamp(curveOf(base), 0.1, 0.34) : defaultPitchSin;
  const foot = base ? baseLine(base, bottom, { pitchSin, height }) : legLine(runs, width, lowestY);
  const groundY = foot[base ? (base.from + base.to) >> 1 : width >> 1] ?? lowestY;
  const others = findSeparateBases(bottom, lowestY, alpha);
  const weight = contactWeights([...runs, ...others.map((other) => other.base)], bottom, width);
  for (const { columns, base } of others) {
    const own = baseLine(base, bottom, { pitchSin, height });
    foot.set(own.subarray(columns.from, columns.to + 1), columns.from);
  }
  const mirror = Float32Array.from(foot, (row, x) => {
    const w = Math.min(1, (weight[x] as number) * 1.5);
    return w > 0 ? row + ((bottom[x] as number) - row) * w : row;
  });
  return {
    bottom,
    weight,
    foot,
    mirror: smooth(mirror),
    groundY,
    backY: others.reduce(
      (back, { base }) => Math.min(back, foot[(base.from + base.to) >> 1] ?? back),
      groundY,
    ),
    apart: others.map(({ base: { from, to } }) => ({ from, to })),
    lowestY,
    pitchSin,
    seenPitchSin: base && isRound(base) ? curveOf(base) : null,
    roundness: base ? smoothstep(0.02, 0.08, curveOf(base)) : 1,
    upright: base !== undefined,
    stance: "stands",
  };
}

/** How far a base bulges towards the camera, as a share of its half width: for a disc, the sine of the pitch. */
function curveOf({ sag, half }: Run): number {
  return sag / Math.max(1, half);
}

function isRound(base: Run): boolean {
  return curveOf(base) > 0.05;
}

// Fades at both ends, where the contact continues behind the product.
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

// The ground under a base runs through both its ends: level for a disc, slanted for a box seen over its corner.
function baseLine(
  base: Run,
  bottom: Float32Array,
  { pitchSin, height }: { pitchSin: number; height: number },
): Float32Array {
  const inset = isRound(base) ? 0 : Math.min(base.half * 0.55, height * 0.3) * pitchSin;
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

/** Darkness (0..1) of the thin contact line between product and ground; `reach` is its width in pixels. */
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
