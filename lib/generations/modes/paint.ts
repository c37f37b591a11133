import { type PaintedPicture, type PaintRequest, paintPicture } from "../../models/index.ts";
import { UnusablePictureError } from "./failure.ts";
import type { MakingContext, PhotoJob } from "./photo-job.ts";
import { type PixelTask, reserveMs, timed } from "./time.ts";

interface Painting extends Pick<PaintRequest, "mode" | "text" | "image"> {
  /** What is done with the picture. */
  next: PixelTask;
}

/** Has a model paint, in the time that what follows leaves it; errors as of `paintPicture`. */
export function paint({ request }: PhotoJob, by: MakingContext, painting: Painting): Promise<PaintedPicture> {
  const { next, ...wanted } = painting;
  const { aspectRatio, resolution, width, height } = request;
  by.onStage?.("photo");
  return timed(by, "paint", () =>
    paintPicture({
      ...{ ...wanted, aspectRatio, resolution, width, height, signal: by.signal },
      deadlineAtMs: by.deadlineAtMs - reserveMs(next, resolution),
      onCall: (call) => by.onCall?.({ ...call, mode: wanted.mode }),
    }),
  );
}

/** The context of what follows a painting: that its first part is cutting the product out again is no news. */
export function painted(by: MakingContext): MakingContext {
  return { ...by, onStage: undefined };
}

/** Runs what is done with a painted picture: one that cannot be decoded is its painter's fault, not the caller's. */
export async function usePainted<T>(picture: PaintedPicture, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null;
    if (!(cause instanceof Error && cause.name === "UnreadableImageError")) throw error;
    throw new UnusablePictureError(`the picture of ${picture.model} could not be decoded`, error);
  }
}
