import type { ShownLookSettings } from "#lib/contract/look-schemas.ts";
import type { MarketplaceSize } from "#lib/contract/marketplaces.ts";
import type { PhotoMode } from "#lib/contract/modes.ts";
import type { LookOptions } from "#lib/contract/photo-options.ts";
import type { AspectRatio, Resolution, Style } from "#lib/contract/styles.ts";

/** A look as the studio remembers it. */
export interface ChosenLook {
  id: string;
  name: string;
  settings: ShownLookSettings;
}

/** What the photos of an order shall be: one of each style in each size and take. */
export interface Settings {
  /** The brand look that the settings began with. */
  look: ChosenLook | null;
  styles: readonly Style[];
  /** Empty: each style's own. */
  prompt: string;
  aspectRatios: readonly AspectRatio[];
  resolutions: readonly Resolution[];
  /** Where the photos will be shown: then they have the sizes of these places, not shapes and sizes of one's own. */
  marketplaces: readonly MarketplaceSize[];
  /** A take for each: 0 is the style's standard look. */
  seeds: readonly number[];
  /** How they are made; null: as the operator has chosen. */
  mode: PhotoMode | null;
  /** A cut-out of every picture as well. */
  cutouts: boolean;
  /** Layout, light, background and the like, of every photo. */
  options: LookOptions;
}
