import type { Box, Size } from "#lib/contract/photos/sizes.ts";

/** A product cut out of its picture. */
export interface ProductCutOut extends Size {
  /** width × height × 4, straight alpha; at the edges the product's own color, freed from the backdrop's. */
  rgba: Uint8Array;
  /** Around everything of the product that can be seen. */
  box: Box;
  /** What its picture shows of the ground around it; absent where the picture was cut out already. */
  around?: Surroundings | undefined;
  /** Parts that the network saw only in part and that are hardly in the alpha: boxes in its pixels. */
  unsureParts?: readonly Box[] | undefined;
}

/** What a picture shows around its product. Darkness is a share of the ground's own light: 0 none … 1 black. */
export interface Surroundings {
  /** How much darker the ground is close to the product than farther away, on the sides that face up, sideways, down. */
  dark: { above: number; beside: number; below: number };
  /** A step in color runs across behind the product, as where a table ends before a wall; null: no room to see one. */
  hasHorizon: boolean | null;
}

/** With the mean alpha of the picture, 0..1. */
export interface CutOut extends ProductCutOut {
  coverage: number;
}
