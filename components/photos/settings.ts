import type { ShownLookSettings } from "#lib/contract/looks/schemas.ts";
import { type MarketplaceSize, marketplaceSizes } from "#lib/contract/marketplaces/list.ts";
import type { PhotoMode } from "#lib/contract/photos/modes.ts";
import type { LookOptions } from "#lib/contract/photos/options.ts";
import {
  nearestAspectRatio,
  photoSize,
  resolutionFor,
  type Size,
  type WantedSize,
} from "#lib/contract/photos/sizes.ts";
import {
  type AspectRatio,
  aspectRatios,
  defaultResolution,
  type Resolution,
  resolutions,
  type Style,
  styleNames,
} from "#lib/contract/photos/styles.ts";
import type { Entry } from "./model.ts";
import { isPaintable } from "./modes.ts";

export interface ChosenLook {
  id: string;
  name: string;
  settings: ShownLookSettings;
}

/** The settings of an order, which has one photo for each combination of style, size and seed. */
export interface Settings {
  /** The brand look that the settings began with. */
  look: ChosenLook | null;
  styles: readonly Style[];
  /** If empty, each style's default prompt applies. */
  prompt: string;
  /** A rendered scene of the library, for the styles that support scenes; null if none is selected. */
  scene: string | null;
  aspectRatios: readonly AspectRatio[];
  resolutions: readonly Resolution[];
  /** If not empty, the sizes of these marketplaces replace `aspectRatios` and `resolutions`. */
  marketplaces: readonly MarketplaceSize[];
  /** One variant per seed; seed 0 is the style's default. */
  seeds: readonly number[];
  /** Null for the operator's default. */
  mode: PhotoMode | null;
  /** Whether each picture is also cut out. */
  cutouts: boolean;
  /** Layout, light, background and other options, applied to every photo. */
  options: LookOptions;
}

/** The options of a new order: phone pictures need correction more often than not, and others stay as they are. */
export const defaultOptions: LookOptions = { correct: "auto" };

/** The size of a photo, in the terms of a request. */
export interface Output {
  aspectRatio: AspectRatio;
  resolution: Resolution;
  size?: WantedSize;
}

export interface Photo {
  style: Style;
  output: Output;
  seed: number;
}

/** Every size of an order: those of the marketplaces, else of the selected aspect ratios and resolutions. */
export function outputsOf(
  settings: Pick<Settings, "marketplaces" | "aspectRatios" | "resolutions" | "options">,
): Output[] {
  const { marketplaces, aspectRatios, resolutions, options } = settings;
  if (marketplaces.length > 0) return marketplaces.map(outputOf);
  const { size } = options;
  if (typeof size === "object" && size !== null) return [{ ...pixelsOf(size), size }];
  return aspectRatios.flatMap((aspectRatio) =>
    resolutions.map((resolution) => ({ aspectRatio, resolution })),
  );
}

/** The exact size of a marketplace, at the cheapest sufficient resolution. */
export function outputOf(size: MarketplaceSize): Output {
  return { ...pixelsOf(marketplaceSizes[size]), size };
}

function pixelsOf(size: Size) {
  return { aspectRatio: nearestAspectRatio(size), resolution: resolutionFor(size) ?? defaultResolution };
}

/** Style, size and seed of a result; null for a cut-out and for values that are no longer offered. */
export function photoOf(entry: Entry): Photo | null {
  const style = styleNames.find((name) => name === entry.style);
  const aspectRatio = aspectRatios.find((name) => name === entry.aspect_ratio);
  const resolution = resolutions.find((name) => name === entry.resolution);
  if (!style || !aspectRatio || !resolution) return null;
  const { size } = readOptions(entry.options);
  return { style, output: { aspectRatio, resolution, ...(size && { size }) }, seed: entry.seed ?? 0 };
}

/** The settings that a photo was made with; null for a cut-out and for values that are no longer offered. */
export function settingsOf(entry: Entry): Settings | null {
  const photo = photoOf(entry);
  if (!photo) return null;
  const { style, output, seed } = photo;
  // The options already contain the values of the look, which may have changed or been deleted since.
  // The size of a product belongs to its picture.
  const { size, look: _look, product_size_cm: _size, ...rest } = readOptions(entry.options);
  return {
    styles: [style],
    aspectRatios: [output.aspectRatio],
    resolutions: [output.resolution],
    prompt: entry.prompt ?? "",
    scene: entry.scene,
    // Photos on plain white are always made in studio mode. Their mode must not carry over to other styles.
    mode: isPaintable(style) ? entry.mode : null,
    cutouts: false,
    look: null,
    seeds: [seed],
    marketplaces: typeof size === "string" ? [size] : [],
    options: typeof size === "object" ? { ...rest, size } : rest,
  };
}

/** The options of a photo, in the form in which the API accepts them. */
function readOptions(options: Entry["options"]): LookOptions & { look?: string } {
  return options;
}

/** The result's size in pixels, also before it is finished; null if it is not known in advance. */
export function sizeOf(entry: Entry): Size | null {
  if (entry.width !== null && entry.height !== null) return { width: entry.width, height: entry.height };
  const photo = photoOf(entry);
  return photo && photoSize(photo.output);
}
