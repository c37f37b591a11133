import type { Resolution } from "../../../contract/photos/styles.ts";
import { expectedTaskMs } from "../../../imaging/worker/pool.ts";
import { env } from "../../../platform/env.ts";
import type { MakingContext, PhotoPart } from "./photo-job.ts";

/** For storing the photo on the image host, and its notifications. */
const storingMs = 1_500;
/** Tasks wait for others, and a machine that is busy is slower than it was. */
const spareFactor = 2;

/** What follows after a model has painted. */
export type PixelTask = "compose" | "compare";

/** What must be left for the rest of a photo: this task, or the studio where that replaces a model. */
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
