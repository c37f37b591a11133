import type { Box } from "#lib/contract/photos/sizes.ts";
import type { PictureInput } from "#lib/images/picture.ts";
import { NothingFoundError, UnreadableImageError } from "#lib/images/picture.ts";
import { ApiError } from "#lib/platform/errors.ts";
import { GenerationError, type TaskContext } from "./generator.ts";
import { runTask, type TaskOptions } from "./worker/pool.ts";
import type { BorderFacts, TaskInput, TaskName, TaskOutput } from "./worker/protocol.ts";

export type { TaskContext } from "./generator.ts";

/** Cuts the product out and renders the photo: a JPEG (sRGB, quality 90) of exactly width × height. */
export const renderStudioPhoto = partOfPhoto("photo");

/** The same at low resolution, for a look before ordering; of one caller's previews only the newest two may wait. */
export const previewStudioPhoto = partOfPhoto("preview", { latest: 2 });

/** What a preview reports, for the ordered photo, without making it. */
export const judgeStudioPhoto = partOfPhoto("judge");

/** A photo with the service's name across it, made when no other task waits. */
export const renderMarkedPhoto = partOfPhoto("marked", { whenIdle: true });

/** Cuts the product out and returns its place in the photo, for a model that paints the scene. */
export const planScene = partOfPhoto("plan");

/**
 * Composes the product into a painted scene: a JPEG like that of `renderStudioPhoto`. Throws GenerationError when the
 * scene cannot be read: the caller's picture was already read for its plan.
 */
export const composeScene = partOfPhoto("compose", { readBefore: true });

/** Prepares the picture for a model that edits it: upright, sRGB, opaque, no side above `maxSide`. */
export const prepareEdit = partOfPhoto("prepare");

/**
 * Compares the product in an edited picture with its own pixels, restores them where they were changed, and frames
 * the photo. Throws GenerationError when the edited picture cannot be read: the caller's own was already read.
 */
export const compareEdit = partOfPhoto("compare", { readBefore: true });

/**
 * Returns a function that does a part of making a photo in the pixel worker. It rejects with GenerationError, with
 * NothingFoundError and UnreadableImageError for the caller's picture, with ApiError `overloaded`, and with the
 * signal's reason.
 */
function partOfPhoto<Name extends TaskName>(
  name: Name,
  { readBefore = false, latest = 0, whenIdle = false } = {},
) {
  return async (
    input: TaskInput<Name>,
    { signal, onStage, onBegin, caller, deadlineAtMs }: TaskContext,
  ): Promise<TaskOutput<Name>> => {
    try {
      const turn = { whenIdle, ...(latest > 0 && { waitingLimit: latest, isLatest: true }) };
      return await runTask(name, input, { signal, onStage, onBegin, caller, deadlineAtMs, ...turn });
    } catch (error) {
      if (error instanceof ApiError || signal.aborted || error instanceof NothingFoundError) throw error;
      if (error instanceof UnreadableImageError && !readBefore) throw error;
      throw new GenerationError(`the pixel worker could not do its part: ${name}`, error);
    }
  };
}

/** Measures a picture's outermost pixels in the worker. Throws UnreadableImageError and ApiError `overloaded`. */
export function measureBorder(
  image: PictureInput,
  options: Pick<TaskOptions, "caller" | "signal">,
): Promise<BorderFacts> {
  return runTask("border", { image }, options);
}

/** Reads the texts outside of a photo's product, as `TaskTable` says. Throws like `measureBorder`. */
export function readTextOutside(
  input: { image: PictureInput; product: Box },
  options: Pick<TaskOptions, "caller" | "signal">,
): Promise<string[] | null> {
  return runTask("text", input, options);
}
