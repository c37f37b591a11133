import type { Resolution } from "../../../contract/photos/styles.ts";
import { expectedTaskMs } from "../../../imaging/worker/pool.ts";
import { env } from "../../../platform/env.ts";
import type { MakingContext, PhotoPart } from "./photo-job.ts";

/** Time for storing the photo on the image host, and for notifications. */
const storingMs = 1_500;
/** Tasks wait for others, and a busy machine is slower than measured. */
const spareFactor = 2;

/** Pixel tasks that follow after a model has painted. */
export type PixelTask = "compose" | "compare";

/** Time to reserve for the rest of a photo: this task, or the studio as the fallback for a model. */
export function reserveMs(task: PixelTask, resolution: Resolution): number {
  const isSavedByStudio = env().IMAGE_FALLBACK === "studio";
  const tasks = [task, ...(isSavedByStudio ? ["photo"] : [])];
  const longest = Math.max(...tasks.map((name) => expectedTaskMs(`${name} ${resolution}`)));
  return spareFactor * longest + storingMs;
}

/** Runs one part of making a photo and reports how long it took. */
export async function timed<T>(
  { onPart }: Pick<MakingContext, "onPart">,
  part: PhotoPart,
  run: () => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  try {
    return await run();
  } finally {
    onPart?.(part, performance.now() - startedAt);
  }
}
