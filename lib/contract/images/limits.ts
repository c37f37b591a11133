/** Limits of pictures, shared by browser and server. Limits set by the operator are in `platform/env.ts`. */

/** Minimum shorter side of an input picture. */
export const minInputSide = 16;
/** Maximum pixels of an input picture. It is decoded at reduced size wherever less is needed. */
export const maxInputPixels = 100_000_000;
/** Maximum pixels of a HEIC picture, lower because its decoder holds several copies of them. */
export const maxHeicPixels = 50_000_000;
/** Maximum pixels of a picture that the service generates. */
export const maxOutputPixels = 40_000_000;
/** Maximum longer side of a transformed picture. */
export const maxOutputSide = 8192;

/** For example `100 MB`. */
export function formatMegabytes(sizeBytes: number): string {
  return `${Math.round((sizeBytes / 1024 / 1024) * 10) / 10} MB`;
}

/** `100 megapixels`. */
export function formatMegapixels(pixels: number): string {
  return `${pixels / 1_000_000} megapixels`;
}
