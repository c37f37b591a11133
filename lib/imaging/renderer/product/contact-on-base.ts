import type { Size } from "#lib/contract/photos/sizes.ts";
import { clamp, smoothstep } from "#lib/imaging/pixels/numbers.ts";
import type { Contact, Outline } from "./contact.ts";
import { contactWeights, type Run } from "./contact-runs.ts";
import { smooth } from "./lower-outline.ts";

/** Sine of the camera's downward pitch when the outline does not show it: 11°, by eye. */
export const defaultPitchSin = 0.19;
export const pitchSins = { least: 0.1, most: 0.34 } as const;
/** Rests on one upright base that faces the camera, round or straight. */
export function onBase(base: Run, runs: readonly Run[], outline: Outline, { height }: Size): Contact {
  const { bottom, lowestY } = outline;
  const pitchSin = isRound(base) ? clamp(curveOf(base), pitchSins.least, pitchSins.most) : defaultPitchSin;
  const foot = baseLine(base, bottom, { pitchSin, height });
  const weight = contactWeights(runs, bottom);
  const groundY = foot[(base.from + base.to) >> 1] ?? lowestY;
  return {
    ...outline,
    weight,
    rests: { from: base.from, to: base.to },
    tilted: false,
    foot,
    mirror: mirrorAt(foot, bottom, weight),
    groundY,
    backY: groundY,
    apart: [],
    pitchSin,
    seenPitchSin: isRound(base) ? curveOf(base) : null,
    roundness: smoothstep(0.02, 0.08, curveOf(base)),
    upright: true,
    stance: "stands",
  };
}

/** Where a base touches the ground, its outline is its front edge. */
export function mirrorAt(foot: Float32Array, bottom: Float32Array, weight: Float32Array): Float32Array {
  return smooth(
    foot.map((row, x) => {
      const w = Math.min(1, (weight[x] as number) * 1.5);
      return w > 0 ? row + ((bottom[x] as number) - row) * w : row;
    }),
  );
}

/** How far a base bulges towards the camera, as a share of its half width: for a disc, the sine of the pitch. */
function curveOf({ sag, half }: Run): number {
  return sag / Math.max(1, half);
}

function isRound(base: Run): boolean {
  return curveOf(base) > 0.05;
}

/** How much a base rises to one end, per column: one side of it is turned away from the camera. */
export function recessionOf({ from, to }: Run, bottom: Float32Array): number {
  return Math.abs((bottom[from] as number) - (bottom[to] as number)) / Math.max(1, to - from);
}

/** The ground under a base runs through both its ends: level for a disc, slanted for a box seen over its corner. */
export function baseLine(
  base: Run,
  bottom: Float32Array,
  { pitchSin, height }: { pitchSin: number; height: number },
): Float32Array {
  const inset = isRound(base) ? 0 : insetOf(base.half, height) * pitchSin;
  const left = bottom[base.from] as number;
  const right = bottom[base.to] as number;
  return bottom.map((_, x) => {
    const share = clamp((x - base.from) / Math.max(1, base.to - base.from), 0, 1);
    return left + (right - left) * share - inset;
  });
}

/** Half the depth of a straight base, from half its width and its height; by eye. */
export function insetOf(half: number, height: number): number {
  return Math.min(half * 0.55, height * 0.3);
}
