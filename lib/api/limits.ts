import { maxImageBytes, maxImagePixels } from "../images/decoder.ts";

/** The bounds of pictures, and how the description, the documentation and the errors tell them. */

const mebibyte = 1024 * 1024;

/** Largest file that POST /upload takes. */
export const uploadLimitBytes = 4_718_592;
export const uploadLimit = `${uploadLimitBytes / mebibyte} MiB`;

/** What every picture is held to, whichever way it comes. */
export const pictureLimits = `${maxImageBytes / mebibyte} MB and ${maxImagePixels / 1_000_000} megapixels`;
export const pictureFormats = "JPEG, PNG, WebP, AVIF, GIF and TIFF (the first frame); HEIC is not supported";
