import type { ResultFormat } from "../contract/photo-options.ts";
import type { Generation } from "../db/generated/client.ts";
import { contentTypes, type ImageFormat } from "../images/formats.ts";
import { imageHost } from "../images/index.ts";
import { outputsFolder, resultName } from "../uploads/results.ts";
import type { MadeResult } from "./kind.ts";

/** The image host's names of formats. */
const hostFormats: Record<ResultFormat, ImageFormat> = {
  jpeg: "jpg",
  png: "png",
  webp: "webp",
  avif: "avif",
};

interface Storing {
  width: number;
  height: number;
  format?: ResultFormat | undefined;
  work: Generation;
  signal: AbortSignal;
}

/** Puts a photo on the image host. */
export async function storePhoto(
  photoBytes: Uint8Array,
  { width, height, format = "jpeg", work, signal }: Storing,
): Promise<MadeResult> {
  const host = imageHost();
  const sizeBytes = photoBytes.byteLength;
  const kind = hostFormats[format];
  const inspected = { width, height, format: kind, hasAlpha: false, pages: 1, sizeBytes } as const;
  const asset = await host.upload(photoBytes, {
    folder: outputsFolder(work.userId),
    name: resultName(work),
    inspected,
    signal,
  });
  const { url, publicId } = asset;
  return {
    ...{ url, publicId, width, height, sizeBytes, contentType: contentTypes[kind] },
    discard: () => host.destroy(publicId),
  };
}
