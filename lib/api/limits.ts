import { listFormats } from "../images/formats.ts";
import { formatMegabytes, formatMegapixels, maxInputPixels } from "../images/limits.ts";
import { maxUploadBytes } from "../images/upload-limit.ts";

/** The bounds of requests and pictures, and how the description, the documentation and the errors tell them. */

const mebibyte = 1024 * 1024;

/** Largest JSON body. */
export const jsonLimitBytes = 64 * 1024;
export const maxUrlLength = 2_048;
export const maxPromptLength = 2_000;
/** Longest Idempotency-Key. */
export const maxKeyLength = 255;

/** Largest file that POST /upload takes. */
export const uploadLimitBytes = 4_718_592;
export const uploadLimit = `${uploadLimitBytes / mebibyte} MiB`;

export const pictureFormats = `${listFormats("conjunction")} (the first frame); HEIC is not supported`;

/** Largest picture that is taken in, whichever way it comes. */
export function fileLimit(): string {
  return formatMegabytes(maxUploadBytes());
}

/** What every picture is held to. */
export function pictureLimits(): string {
  return `${fileLimit()} and ${formatMegapixels(maxInputPixels)}`;
}
