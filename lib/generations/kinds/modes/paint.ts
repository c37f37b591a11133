import { UnreadableImageError } from "#lib/images/picture.ts";
import { type PaintedPicture, type PaintRequest, paintPicture } from "../../../models/index.ts";
import { whileOverloaded } from "../../../platform/concurrency.ts";
import { UnusablePictureError } from "./failure.ts";
import type { MakingContext, PhotoJob } from "./photo-job.ts";
import { type PixelTask, reserveMs, timed } from "./time.ts";

interface Painting extends Pick<PaintRequest, "mode" | "text" | "image"> {
  /** The task that follows for the picture. */
  next: PixelTask;
}

/** Has a model paint within the time that the next steps leave; throws the errors of `paintPicture`. */
export function paint({ request }: PhotoJob, by: MakingContext, painting: Painting): Promise<PaintedPicture> {
  const { next, ...wanted } = painting;
  const { aspectRatio, resolution, width, height, options } = request;
  const seed = options?.seed ? { seed: options.seed } : {};
  by.onStage?.("photo");
  return timed(by, "paint", () =>
    paintPicture({
      ...wanted,
      ...seed,
      aspectRatio,
      resolution,
      width,
      height,
      signal: by.signal,
      deadlineAtMs: by.deadlineAtMs - reserveMs(next, resolution),
      onCall: (call) => by.onCall?.({ ...call, mode: wanted.mode }),
    }),
  );
}

/** The context of the steps after painting: they report no stage, since cutting out was reported before. */
export function painted(by: MakingContext): MakingContext {
  return { ...by, onStage: undefined };
}

/**
 * Processes a painted picture. One that cannot be decoded is the model's fault, not the caller's. An overloaded pixel
 * worker is retried until the deadline, because the picture is already paid for.
 */
export async function processPainted<T>(
  picture: PaintedPicture,
  by: Pick<MakingContext, "deadlineAtMs" | "signal">,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await whileOverloaded(run, by);
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null;
    if (!(cause instanceof UnreadableImageError)) throw error;
    throw new UnusablePictureError(`the picture of ${picture.model} could not be decoded`, error);
  }
}
