import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import type { Rgb } from "./color.ts";

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
  /** Boxes, in the cut-out's pixels, of parts that may belong to the ground on which the product stood. */
  groundRemains?: readonly Box[] | undefined;
  /** Box, in the cut-out's pixels, of clear glass that shows the ground; null for none. */
  clearGlass?: Box | null | undefined;
  /** Boxes, in the cut-out's pixels, of lines of text too blurred to be read; absent when nobody looked. */
  unreadable?: readonly Box[] | undefined;
  /** Degrees, clockwise, by which a symmetric product leans in its picture; null for none. */
  tiltDeg?: number | null;
  /** Whether the product may be a larger area that the picture's frame cuts off; `unsureParts` has its box. */
  mayBeCutByFrame?: boolean;
  /** Pixels of the picture per pixel of the cut-out, along a side; absent: 1. */
  reduced?: number;
  /** The picture's own detail; absent when it was not examined. */
  detail?: SourceDetail | undefined;
}

/** The ground around a product in its picture. Darkness is a share of the ground's own light: 0 none … 1 black. */
export interface Surroundings {
  /** How much darker the ground is near the product than farther away, on its upper, lateral and lower sides. */
  dark: { above: number; beside: number; below: number };
  /** Whether a step in color runs across behind the product, e.g. from table to wall; null: no room to detect one. */
  hasHorizon: boolean | null;
  /** Least downward pitch of the camera, from the height to which the picture shows that ground; null if unknown. */
  leastPitchDeg?: number | null;
  /** The light of the picture; absent when it was not measured. */
  light?: SourceLight | undefined;
  /** Absent when the picture has no room beside the product. */
  beside?: GroundBeside | undefined;
}

/** The ground left and right of a product. */
export interface GroundBeside {
  /** Its first row, and the end of its rows, as shares of the picture's height. */
  top: number;
  bottom: number;
  /** For each row, sRGB bytes: three left of the product, three right of it. */
  colors: readonly number[];
}

/** The light in which a picture was taken. */
export interface SourceLight {
  /** Factors per channel, of linear light, that make its neutral ground grey; null when it has no cast. */
  cast: Rgb | null;
  /** Factor that makes it bright enough; 1 when it is. */
  lift: number;
}

/** How cleanly a picture shows its detail: values of 0..1 are shares of full scale (sRGB). */
export interface SourceDetail {
  /** Standard deviations of the noise in brightness and in color. */
  noise: number;
  colorNoise: number;
  /** Mean step between a JPEG's blocks; 0 without visible blocks. */
  blocks: number;
  /** Standard deviation, in pixels, of the blur of its sharpest edges; null without clear edges. */
  blur: number | null;
}

/** A cut-out with the mean alpha of its picture, 0..1. */
export interface CutOut extends ProductCutOut {
  coverage: number;
}
