/** Bounds of pictures, for the browser and the server alike. What the operator can set is in `platform/env.ts`. */

/** Shorter side of a picture that a product can be seen in. */
export const minInputSide = 16;
/** Pixels of a picture that is taken in. It is decoded shrunk wherever less is needed. */
export const maxInputPixels = 100_000_000;
/** Pixels of a HEIC picture: its decoder holds all of them several times over. */
export const maxHeicPixels = 50_000_000;
/** Pixels of a picture that the service makes. */
export const maxOutputPixels = 40_000_000;
/** Longer side of a picture that a transformation makes. */
export const maxOutputSide = 8192;

/** `100 MB`, as people read sizes. */
export function formatMegabytes(sizeBytes: number): string {
  return `${Math.round((sizeBytes / 1024 / 1024) * 10) / 10} MB`;
}

/** `100 megapixels`. */
export function formatMegapixels(pixels: number): string {
  return `${pixels / 1_000_000} megapixels`;
}
