import { contentTypes, hostFormats } from "../../contract/images/formats.ts";
import { currentEngine } from "../../contract/photos/modes.ts";
import type { Box } from "../../contract/photos/sizes.ts";
import type { ResultFormat } from "../../contract/photos/values.ts";
import type { Generation } from "../../db/generated/client.ts";
import { imageHost } from "../../images/index.ts";
import { runTask } from "../../imaging/worker/pool.ts";
import { isTestAccount } from "../../platform/ids.ts";
import { outputsFolder, resultName } from "../../uploads/results.ts";
import type { MadeResult } from "./kind.ts";

interface StoredPicture {
  format: ResultFormat;
  width: number;
  height: number;
  hasAlpha: boolean;
  /** The product's bounding box. */
  boundingBox?: Box | undefined;
  work: Generation;
  signal: AbortSignal;
}

/** Uploads a result to the image host; results of test mode are small and watermarked. */
export async function storeResult(made: Uint8Array, picture: StoredPicture): Promise<MadeResult> {
  const { format: name, hasAlpha, work, signal } = picture;
  const { userId: caller } = work;
  const { bytes, width, height } = isTestAccount(caller)
    ? await runTask("stamp", { image: made, format: name }, { caller, signal })
    : { ...picture, bytes: made };
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
    engine: currentEngine,
    boundingBox: picture.boundingBox && scaleBox(picture.boundingBox, width / picture.width),
    discard: () => host.destroy(publicId),
  };
}

function scaleBox({ left, top, width, height }: Box, scale: number): Box {
  const at = (value: number) => Math.round(value * scale);
  return { left: at(left), top: at(top), width: Math.max(1, at(width)), height: Math.max(1, at(height)) };
}
