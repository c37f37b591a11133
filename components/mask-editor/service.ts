import { ApiProblem, callApi } from "#lib/contract/client.ts";
import type { Size } from "#lib/contract/photos/sizes.ts";
import { resizedUrl } from "#lib/images/variants.ts";
import { fitInside } from "#lib/imaging/pixels/boxes.ts";
import type { Language } from "#lib/language/translate.ts";
import { describeFault } from "../language/faults.ts";
import { uploadPicture } from "../photos/upload-picture.ts";
import type { Work } from "./brush.ts";
import { encodeGreyPng } from "./grey-png.ts";
import type { GreyPicture } from "./pixels.ts";

/** Length of the longer side at which masks are corrected; the host's `editor` variant is at most as wide. */
const longestPx = 2_048;

export interface Loaded {
  work: Work;
  /** Size of the upright source picture; the saved mask has the same size. */
  fullSize: Size;
  /** Whether a corrected mask is stored. */
  isCorrected: boolean;
}

/**
 * Loads the picture with its mask: the corrected one, else the computed one, else an empty one if the service finds
 * no product. Throws ApiProblem and the errors of fetch and of the decoder.
 */
export async function loadWork(imageUrl: string, signal: AbortSignal): Promise<Loaded> {
  const stored = await callApi("GET /api/v1/masks", { input: { image_url: imageUrl }, signal });
  const fullSize = { width: stored.width, height: stored.height };
  const size = fitInside(fullSize, longestPx);
  const [picture, corrected, computed] = await Promise.all([
    fetchPixels(resizedUrl(imageUrl, "editor"), size, signal),
    stored.corrected ? fetchMask(imageUrl, "kept", { size, signal }) : null,
    fetchMask(imageUrl, "found", { size, signal }),
  ]);
  const values = (corrected ?? computed)?.values.slice() ?? new Uint8ClampedArray(size.width * size.height);
  return {
    work: { picture: { ...size, rgba: picture }, mask: { ...size, values }, computed },
    fullSize,
    isCorrected: stored.corrected,
  };
}

interface MaskOptions {
  size: Size;
  signal: AbortSignal;
}

/** A mask of the service, scaled to `size`; null if the service has none. */
async function fetchMask(
  imageUrl: string,
  source: "kept" | "found",
  { size, signal }: MaskOptions,
): Promise<GreyPicture | null> {
  const query = new URLSearchParams({ image_url: imageUrl, source });
  const response = await fetch(`/api/v1/masks/file?${query}`, { signal });
  if (response.status === 400 || response.status === 404) return null;
  if (!response.ok) throw new ApiProblem(response, await response.json().catch(() => null));
  const rgba = await readPixels(await response.blob(), size);
  const values = new Uint8ClampedArray(size.width * size.height);
  for (let at = 0; at < values.length; at += 1) values[at] = rgba[at * 4] ?? 0;
  return { ...size, values };
}

async function fetchPixels(url: string, size: Size, signal: AbortSignal): Promise<Uint8ClampedArray> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`the image host answered ${response.status}`);
  return readPixels(await response.blob(), size);
}

/** Only for opaque pictures, because a canvas premultiplies colors by alpha. */
async function readPixels(picture: Blob, { width, height }: Size): Promise<Uint8ClampedArray> {
  const bitmap = await createImageBitmap(picture, {
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: "high",
  });
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("this browser draws no pictures");
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return context.getImageData(0, 0, width, height).data;
}

/** Stores the mask for all later photos of the picture. Throws UploadError, ApiProblem and the abort reason. */
export async function saveMask(imageUrl: string, loaded: Loaded, signal: AbortSignal): Promise<void> {
  const png = await encodeGreyPng(loaded.work.mask, loaded.fullSize);
  const { url: maskUrl } = await uploadPicture(png, {
    name: "mask.png",
    onProgress: () => undefined,
    signal,
  });
  const input = { image_url: imageUrl, mask_url: maskUrl };
  await callApi("POST /api/v1/masks", { input, signal });
}

export async function forgetMask(imageUrl: string): Promise<void> {
  await callApi("DELETE /api/v1/masks", { input: { image_url: imageUrl } });
}

export function problemText(error: unknown, language: Language): string {
  const offline = language.t("There is no connection to the service.");
  const { message, fix } = describeFault(error, language, offline);
  return [message, fix].filter(Boolean).join(" ");
}
