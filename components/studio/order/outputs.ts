import { type MarketplaceSize, marketplaceSizes } from "#lib/contract/marketplaces/list.ts";
import { nearestAspectRatio, resolutionFor, type Size, type WantedSize } from "#lib/contract/photos/sizes.ts";
import { type AspectRatio, defaultResolution, type Resolution } from "#lib/contract/photos/styles.ts";
import type { Settings } from "../../photos/settings.ts";

/** The size of a photo, in the terms of a request. */
export interface Output {
  /** Part of file names: `amazon`, `16x9_2k`. */
  name: string;
  aspectRatio: AspectRatio;
  resolution: Resolution;
  size?: WantedSize;
}

/** Every size of an order: those of the marketplaces, else of the selected aspect ratios and resolutions. */
export function outputsOf(
  settings: Pick<Settings, "marketplaces" | "aspectRatios" | "resolutions" | "options">,
): Output[] {
  const { marketplaces, aspectRatios, resolutions, options } = settings;
  if (marketplaces.length > 0) return marketplaces.map(outputOf);
  const { size } = options;
  if (typeof size === "object" && size !== null) {
    return [{ name: `${size.width}x${size.height}`, ...pixelsOf(size), size }];
  }
  return aspectRatios.flatMap((aspectRatio) =>
    resolutions.map((resolution) => ({ name: nameOf(aspectRatio, resolution), aspectRatio, resolution })),
  );
}

/** The exact size of a marketplace, at the cheapest sufficient resolution. */
export function outputOf(size: MarketplaceSize): Output {
  return { name: size.replaceAll("_", "-"), ...pixelsOf(marketplaceSizes[size]), size };
}

function pixelsOf(size: Size) {
  return { aspectRatio: nearestAspectRatio(size), resolution: resolutionFor(size) ?? defaultResolution };
}

function nameOf(aspectRatio: AspectRatio, resolution: Resolution): string {
  const shape = aspectRatio === "1:1" ? [] : [aspectRatio.replace(":", "x")];
  return [...shape, resolution.toLowerCase()].join("_");
}
