import type { PictureInput } from "#lib/images/picture.ts";
import { runTask, type TaskOptions } from "#lib/imaging/worker/pool.ts";
import type { BorderFacts } from "#lib/imaging/worker/protocol.ts";

/** Measures the outermost pixels of a picture, in the pixel worker. Throws UnreadableImageError, and ApiError `overloaded`. */
export function measureBorder(
  image: PictureInput,
  options: Pick<TaskOptions, "caller" | "signal">,
): Promise<BorderFacts> {
  return runTask("border", { image }, options);
}
