import { UnreadableImageError } from "#lib/images/unreadable.ts";
import { NothingFoundError } from "#lib/imaging/worker/failure.ts";
import { runTask } from "#lib/imaging/worker/pool.ts";
import type { TaskInput, TaskName, TaskOutput } from "#lib/imaging/worker/protocol.ts";
import { ApiError } from "#lib/platform/errors.ts";
import { GenerationError, type TaskContext } from "./generator.ts";

/** Cuts the product out and renders the photo: a JPEG (sRGB, quality 90) of exactly width × height. */
export const renderStudioPhoto = ofPhoto("photo");
/** Cuts the product out and lays the photo out, for whoever paints its scene. */
export const planScene = ofPhoto("plan");
/** Puts the product into a painted scene: a JPEG as of `renderStudioPhoto`. */
export const composeScene = ofPhoto("compose");
/** Shrinks the picture for a model that edits it. */
export const prepareEdit = ofPhoto("prepare");
/** Compares the product in an edited picture with its own, and makes the photo: a JPEG as of `renderStudioPhoto`. */
export const compareEdit = ofPhoto("compare");

/**
 * A part of making a photo, done in the pixel worker. It rejects with GenerationError, with NothingFoundError and
 * UnreadableImageError about a picture, with ApiError `overloaded`, and with the signal's reason.
 */
function ofPhoto<Name extends TaskName>(name: Name) {
  return async (
    input: TaskInput<Name>,
    { signal, onStage, caller, deadlineAtMs }: TaskContext,
  ): Promise<TaskOutput<Name>> => {
    try {
      return await runTask(name, input, { signal, onStage, caller, deadlineAtMs });
    } catch (error) {
      if (error instanceof ApiError || signal.aborted) throw error;
      if (error instanceof NothingFoundError || error instanceof UnreadableImageError) throw error;
      throw new GenerationError(`the pixel worker could not do its part: ${name}`, error);
    }
  };
}
