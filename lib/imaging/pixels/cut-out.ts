import type { Box, Size } from "#lib/contract/photos/sizes.ts";

/** A product cut out of its picture. */
export interface ProductCutOut extends Size {
  /** width × height × 4, straight alpha; edges have the product's own color, without the background's. */
  rgba: Uint8Array;
  /** Bounding box of the visible product. */
  box: Box;
  /** The ground around the product in its picture; absent when the picture was already cut out. */
  around?: Surroundings | undefined;
  /** Boxes, in the cut-out's pixels, of parts that may be missing in the alpha, or that it has without being sure. */
  unsureParts?: readonly Box[] | undefined;
  /** Whether the product may be a larger area that the picture's frame cuts off; `unsureParts` has its box. */
  mayBeCutByFrame?: boolean;
}

/** The ground around a product in its picture. Darkness is a share of the ground's own light: 0 none … 1 black. */
export interface Surroundings {
  /** How much darker the ground is near the product than farther away, on its upper, lateral and lower sides. */
  dark: { above: number; beside: number; below: number };
  /** Whether a step in color runs across behind the product, e.g. from table to wall; null: no room to detect one. */
  hasHorizon: boolean | null;
}

/** A cut-out with the mean alpha of its picture, 0..1. */
export interface CutOut extends ProductCutOut {
  coverage: number;
}
