import type { Box, Size } from "#lib/contract/photos/sizes.ts";

/** A product cut out of its picture. */
export interface ProductCutOut extends Size {
  /** width × height × 4, straight alpha; at the edges the product's own color, freed from the backdrop's. */
  rgba: Uint8Array;
  /** Around everything of the product that can be seen. */
  box: Box;
}

/** With the mean alpha of the picture, 0..1. */
export interface CutOut extends ProductCutOut {
  coverage: number;
}
