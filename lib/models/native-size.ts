import type { Size } from "#lib/contract/photos/sizes.ts";
import { multipliers, type Resolution } from "../contract/photos/styles.ts";
import type { NativeResolution, Ratio, Sizing } from "./families/family.ts";

/** A size that a family accepts, in the fields that it uses; the other fields are null. */
export interface NativeSize {
  aspectRatio: Ratio | null;
  resolution: NativeResolution | null;
  size: `${number}x${number}` | null;
  /** Approximate size of the result; exact when `size` is given. */
  width: number;
  height: number;
}

export interface WantedSize {
  width: number;
  height: number;
  resolution: Resolution;
}

/** Share of the width that may be given up to match the ratio. */
const lossForRatio = 0.15;

/**
 * The size to request from a family: the nearest ratio (by logarithm, so that too wide and too narrow count alike) in
 * the largest size up to the wanted one, or the smallest available.
 */
export function nativeSize(sizing: Sizing, wanted: WantedSize): NativeSize {
  if (sizing.by === "ratio") return nearestRatio(sizing, wanted);
  if (sizing.by === "list") {
    const sizes = sizing.sizes.map((size) => fromPixels(...readPair(size, "x")));
    return nearest(sizes, wanted);
  }
  return fittingPixels(sizing, wanted);
}

/** Distance of a size from the wanted ratio: 0 is equal, 0.69 twice as wide or twice as high. */
export function ratioError({ width, height }: Size, wanted: Size): number {
  return Math.abs(Math.log(width / height) - Math.log(wanted.width / wanted.height));
}

function nearest(sizes: NativeSize[], wanted: WantedSize): NativeSize {
  const [first, ...rest] = sizes;
  if (!first) throw new Error("A family of image models has no size");
  return rest.reduce((best, one) => (ratioError(one, wanted) < ratioError(best, wanted) ? one : best), first);
}

function nearestRatio(
  { ratios, resolutions }: Extract<Sizing, { by: "ratio" }>,
  wanted: WantedSize,
): NativeSize {
  const largest = resolutions
    .filter((one) => multipliers[one] <= multipliers[wanted.resolution])
    .reduce<NativeResolution | null>((a, b) => (a && multipliers[a] > multipliers[b] ? a : b), null);
  const resolution = largest ?? resolutions[0] ?? null;
  const side = 1024 * (resolution ? multipliers[resolution] : 1);
  const sizes = ratios.map((aspectRatio): NativeSize => {
    const [across, down] = readPair(aspectRatio, ":");
    const stretch = Math.sqrt(across / down);
    const pixels = { width: Math.round(side * stretch), height: Math.round(side / stretch) };
    return { aspectRatio, resolution, size: null, ...pixels };
  });
  return nearest(sizes, wanted);
}

function fittingPixels(
  { step, minSide, maxSide, maxPixels }: Extract<Sizing, { by: "pixels" }>,
  wanted: WantedSize,
): NativeSize {
  const shrink = Math.min(
    1,
    Math.sqrt(maxPixels / (wanted.width * wanted.height)),
    maxSide / Math.max(wanted.width, wanted.height),
  );
  const most = Math.min(wanted.width * shrink, maxSide);
  const clamp = (side: number) => Math.min(Math.max(Math.round(side / step) * step, least), greatest);
  const least = Math.ceil(minSide / step) * step;
  const greatest = Math.floor(maxSide / step) * step;
  // A slightly smaller size may match the ratio exactly, when the largest one does not.
  const widths = Array.from({ length: 1 + Math.ceil((most * lossForRatio) / step) }, (_, index) =>
    clamp(Math.floor(most / step) * step - index * step),
  );
  const sizes = widths
    .map((width) => fromPixels(width, clamp((width * wanted.height) / wanted.width)))
    .filter(({ width, height }) => width * height <= maxPixels);
  return nearest(sizes, wanted);
}

function fromPixels(width: number, height: number): NativeSize {
  return { aspectRatio: null, resolution: null, size: `${width}x${height}`, width, height };
}

function readPair(text: string, between: string): [number, number] {
  const [first = "", second = ""] = text.split(between);
  return [Number(first), Number(second)];
}
