import { luminance } from "#lib/imaging/pixels/color.ts";
import type { Field } from "#lib/imaging/pixels/field.ts";
import { clamp, smoothed, smoothstep } from "#lib/imaging/pixels/numbers.ts";
import type { Surface } from "./measure-surface.ts";

/** Strength of a surface's reflection: 0 none … 1 a mirror; null when nothing behind it would show in it. */
export type Gloss = number | null;

/** Contrast across the picture (logarithm) below which a wall has no pattern that a mirror could show. */
const leastContrast = 0.09;

/**
 * Searches for the pattern behind the surface in the surface itself: in a reflection, columns that are bright above
 * its back edge are bright below it too, most of all near the edge.
 */
export function measureGloss(scene: Field, surface: Surface): Gloss {
  const back = surface.backY * scene.height;
  const reach = Math.min(
    0.28 * scene.height,
    (Math.min(1, surface.frontY) - surface.backY) * scene.height * 0.8,
  );
  if (reach < 6 || back < 8) return null;
  const gap = 0.012 * scene.height;
  const below = profile(scene, back + gap, back + gap + reach);
  let best: { match: number; share: number } | null = null;
  for (const far of [0.5, 1, 1.8]) {
    const above = profile(scene, Math.max(0, back - gap - reach * far), back - gap);
    const contrast = deviation(above);
    if (contrast < leastContrast) continue;
    const match = correlation(above, below);
    const share = clamp((match * deviation(below)) / contrast, 0, 1);
    if (!best || match > best.match) best = { match, share };
  }
  return best ? smoothstep(0.5, 0.9, best.match) * clamp(1.6 * best.share, 0, 1) : null;
}

/** Logarithm of brightness per column over some rows, without slow changes across, which light also causes. */
function profile(scene: Field, from: number, to: number): Float32Array {
  const { width, height, data } = scene;
  const top = clamp(Math.floor(from), 0, height - 1);
  const bottom = clamp(Math.ceil(to), top + 1, height);
  const line = new Float32Array(width);
  for (let x = 0; x < width; x++) {
    let sum = 0;
    for (let y = top; y < bottom; y++) {
      const at = (y * width + x) * 3;
      sum += luminance([data[at] as number, data[at + 1] as number, data[at + 2] as number]);
    }
    line[x] = Math.log(sum / (bottom - top) + 0.01);
  }
  const narrow = smoothed(line, Math.round(width / 64));
  const wide = smoothed(line, Math.round(width / 7));
  return narrow.map((value, x) => value - (wide[x] as number));
}

function deviation(line: Float32Array): number {
  let sum = 0;
  for (const value of line) sum += value * value;
  return Math.sqrt(sum / line.length);
}

function correlation(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  const scale = deviation(a) * deviation(b) * a.length;
  return scale > 1e-9 ? sum / scale : 0;
}
