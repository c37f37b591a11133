import { UnreadableImageError } from "#lib/images/unreadable.ts";
import { NothingFoundError } from "#lib/imaging/worker/failure.ts";
import { runTask } from "#lib/imaging/worker/pool.ts";
import type {
  PhotoTaskInput,
  SceneTaskInput,
  TaskInput,
  TaskName,
  TaskOutput,
} from "#lib/imaging/worker/protocol.ts";
import { ApiError } from "#lib/platform/errors.ts";
import { GenerationError, type PhotoGenerator, type PhotoRequest } from "./generator.ts";
import type { ScenePlan } from "./scene-plan.ts";

/** Who asked, until when, and how it is stopped. */
export type TaskContext = Pick<PhotoRequest, "caller" | "signal" | "deadlineAtMs" | "onStage">;

/** The generator that makes this deployment's photos. */
export function photoGenerator(): PhotoGenerator {
  return {
    generate: ({ signal, onStage, caller, deadlineAtMs, ...input }) =>
      renderStudioPhoto(input, { signal, caller, deadlineAtMs, ...(onStage && { onStage }) }),
  };
}

/** Cuts the product out and renders the whole photo. Rejects as a PhotoGenerator does. */
export function renderStudioPhoto(input: PhotoTaskInput, context: TaskContext): Promise<Uint8Array> {
  return inWorker("photo", { input, context, failure: "the embedded renderer could not make this photo" });
}

/** Cuts the product out and says where it will stand, for whoever paints the scene. Rejects as a PhotoGenerator does. */
export function planScene(input: PhotoTaskInput, context: TaskContext): Promise<ScenePlan> {
  return inWorker("plan", { input, context, failure: "the photo could not be laid out" });
}

/**
 * Puts the product into a painted scene: a JPEG of exactly width × height. Rejects as a PhotoGenerator does, with
 * GenerationError where it is the scene that cannot be read: the caller's picture was read for its plan.
 */
export async function composeScene(input: SceneTaskInput, context: TaskContext): Promise<Uint8Array> {
  const failure = "the product could not be put into the painted scene";
  try {
    return await inWorker("compose", { input, context, failure });
  } catch (error) {
    throw error instanceof UnreadableImageError ? new GenerationError(failure, error) : error;
  }
}

/** Runs a part of a photo in the pixel worker. What is no one's to mend becomes a GenerationError. */
async function inWorker<Name extends TaskName>(
  name: Name,
  { input, context, failure }: { input: TaskInput<Name>; context: TaskContext; failure: string },
): Promise<TaskOutput<Name>> {
  try {
    return await runTask(name, input, context);
  } catch (error) {
    if (error instanceof ApiError || context.signal.aborted) throw error;
    if (error instanceof NothingFoundError || error instanceof UnreadableImageError) throw error;
    throw new GenerationError(failure, error);
  }
}
