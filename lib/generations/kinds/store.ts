import { contentTypes, hostFormats } from "../../contract/images/formats.ts";
import type { ResultFormat } from "../../contract/photos/values.ts";
import type { Generation } from "../../db/generated/client.ts";
import { imageHost } from "../../images/index.ts";
import { outputsFolder, resultName } from "../../uploads/results.ts";
import type { MadeResult } from "./kind.ts";

interface StoredPicture {
  format: ResultFormat;
  width: number;
  height: number;
  hasAlpha: boolean;
  work: Generation;
  signal: AbortSignal;
}

/** Puts a picture that was made for a piece of work on the image host. */
export async function storeResult(
  bytes: Uint8Array,
  { format: name, width, height, hasAlpha, work, signal }: StoredPicture,
): Promise<MadeResult> {
  const host = imageHost();
  const format = hostFormats[name];
  const sizeBytes = bytes.byteLength;
  const { url, publicId } = await host.upload(bytes, {
    folder: outputsFolder(work.userId),
    name: resultName(work),
    inspected: { width, height, format, hasAlpha, pages: 1, sizeBytes },
    signal,
  });
  return {
    url,
    publicId,
    width,
    height,
    sizeBytes,
    contentType: contentTypes[format],
    discard: () => host.destroy(publicId),
  };
}
