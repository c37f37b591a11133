import type { InspectedImage, PictureInput } from "#lib/imaging/worker/decoder.ts";
import { runTask, type TaskOptions } from "#lib/imaging/worker/pool.ts";

export type { InspectedImage, PictureInput };

/**
 * Checks that bytes or a file are a complete, decodable JPEG, PNG, WebP, AVIF, GIF or TIFF within the service's bounds
 * by decoding the first frame completely, in the pixel worker. Throws UnreadableImageError otherwise, and ApiError
 * `overloaded`.
 */
export function inspectImage(
  image: PictureInput,
  options: Pick<TaskOptions, "caller" | "signal"> = {},
): Promise<InspectedImage> {
  return runTask("inspect", { image }, options);
}
