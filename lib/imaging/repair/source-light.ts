import type { Rgb } from "#lib/imaging/pixels/color.ts";
import { linearOfByte, luminance } from "#lib/imaging/pixels/color.ts";
import type { SourceLight } from "#lib/imaging/pixels/cut-out.ts";
import type { Mask } from "#lib/imaging/pixels/mask.ts";
import { clamp, percentile } from "#lib/imaging/pixels/numbers.ts";

// Chosen on samples, yardstick and their copies under other lamps: none is changed as it is.
/** Most alpha of a pixel that shows only the ground. */
const clear = 0.03;
/** Least share of the picture that must be ground. */
const leastGround = 0.08;
/** A channel from here on may be clipped, below the other bound it is mostly noise (bytes). */
const clipped = 250;
const darkest = 12;
/** Least cast, in logarithms of red and blue relative to green: less is a warm or cool paper. */
const leastCast = 0.3;
/** Largest distance of a lamp's color from the Planckian locus, and largest spread of a neutral ground's color. */
const mostOffLocus = 0.2;
const mostSpread = 0.07;
/** Largest median change of its brightness from pixel to pixel: paper and walls are smooth, wood and cork are not. */
const mostRough = 0.022;
/** Least brightness of a neutral ground relative to the brightest parts of its picture. */
const leastBright = 0.5;
/** Share of the picture that contradicts a cast: as bright as the ground, but with at most `neutral` of its cast. */
const mostNeutral = 0.003;
const neutral = 0.45;
/** Brightest parts of a picture (share, luminance): below `dim` it is too dark and is lifted to `target`. */
const brightest = 0.995;
const dim = 0.205;
/** The same where the ground is known to be neutral: white walls and paper are brighter than other grounds. */
const dimOnNeutral = 0.4;
const target = 0.62;
const mostLift = 5;

/** Colors of black bodies from 20,000 K to 2,400 K: logarithms of red and blue relative to green, 0 in daylight. */
const locus = [
  [-0.28, 0.62],
  [-0.13, 0.36],
  [0, 0],
  [0.23, -0.23],
  [0.43, -0.55],
  [0.8, -1.27],
  [1.05, -1.89],
] as const;

/** Measures the light of a picture (`rgb`, × 3, at the mask's size): its cast, and whether it is too dark. */
export function measureLight(rgb: Uint8Array, mask: Mask): SourceLight {
  const cast = findCast(rgb, mask);
  const lights: number[] = [];
  // Every third pixel is enough: they are those of a picture made small.
  for (let at = 0; at < rgb.length; at += 9) lights.push(luminance(lit(rgb, at, cast ?? [1, 1, 1])));
  const bright = percentile(lights, brightest);
  const isDark = bright < (cast === null ? dim : dimOnNeutral);
  return { cast, lift: isDark ? clamp(target / Math.max(bright, 0.01), 1, mostLift) : 1 };
}

function lit(rgb: Uint8Array, at: number, [red, green, blue]: Rgb): Rgb {
  return [
    red * (linearOfByte[rgb[at] ?? 0] ?? 0),
    green * (linearOfByte[rgb[at + 1] ?? 0] ?? 0),
    blue * (linearOfByte[rgb[at + 2] ?? 0] ?? 0),
  ];
}

interface Shade {
  red: number;
  blue: number;
  light: number;
}

/** The factors per channel that make a neutral ground grey; null when the ground is neutral already, or not known. */
function findCast(rgb: Uint8Array, { alpha, width }: Mask): Rgb | null {
  const all: Shade[] = [];
  const ground: Shade[] = [];
  const changes: number[] = [];
  let before: Shade | null = null;
  for (let i = 0; i < alpha.length; i++) {
    // Every second row.
    if (i % (2 * width) >= width) continue;
    const shade = shadeAt(rgb, i * 3);
    if (shade !== null) all.push(shade);
    const isGround = shade !== null && (alpha[i] ?? 0) <= clear;
    if (isGround) ground.push(shade);
    if (isGround && before !== null) changes.push(Math.abs(shade.light / before.light - 1));
    before = isGround ? shade : null;
  }
  if (2 * ground.length < leastGround * alpha.length) return null;
  // The brighter half: shadows have the color of what reflects into them.
  const middle = middleOf(ground, ({ light }) => light);
  const lamp = ground.filter(({ light }) => light >= middle);
  const [red, blue] = [middleOf(lamp, (one) => one.red), middleOf(lamp, (one) => one.blue)];
  const strength = Math.hypot(red, blue);
  if (strength < leastCast || distanceFromLocus(red, blue) > mostOffLocus) return null;
  const spread = Math.max(
    middleOf(ground, (one) => Math.abs(one.red - red)),
    middleOf(ground, (one) => Math.abs(one.blue - blue)),
  );
  const groundLight = middleOf(lamp, ({ light }) => light);
  const brightLight = percentile(
    all.map(({ light }) => light),
    0.98,
  );
  const rough = percentile(changes, 0.5);
  if (rough > mostRough || spread > mostSpread || groundLight < leastBright * brightLight) return null;
  const along = (one: Shade) => (one.red * red + one.blue * blue) / strength ** 2;
  const whites = all.filter((one) => one.light >= 0.9 * groundLight && along(one) < neutral);
  if (2 * whites.length > mostNeutral * alpha.length) return null;
  // No factor is below 1, so that clipped highlights stay white.
  const most = Math.max(Math.exp(red), 1, Math.exp(blue));
  return [most / Math.exp(red), most, most / Math.exp(blue)];
}

function shadeAt(rgb: Uint8Array, at: number): Shade | null {
  const [r, g, b] = [rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0];
  if (Math.max(r, g, b) >= clipped || Math.min(r, g, b) < darkest) return null;
  const [red, green, blue] = lit(rgb, at, [1, 1, 1]);
  return { red: Math.log(red / green), blue: Math.log(blue / green), light: luminance([red, green, blue]) };
}

function middleOf(shades: readonly Shade[], value: (shade: Shade) => number): number {
  return percentile(shades.map(value), 0.5);
}

function distanceFromLocus(red: number, blue: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const [i, [toRed, toBlue]] of locus.entries()) {
    const [fromRed, fromBlue] = locus[Math.max(0, i - 1)] ?? [toRed, toBlue];
    const [across, down] = [toRed - fromRed, toBlue - fromBlue];
    const length = across ** 2 + down ** 2;
    const share =
      length === 0 ? 0 : clamp(((red - fromRed) * across + (blue - fromBlue) * down) / length, 0, 1);
    nearest = Math.min(nearest, Math.hypot(red - fromRed - share * across, blue - fromBlue - share * down));
  }
  return nearest;
}
