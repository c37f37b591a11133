import { UnreadableImageError } from "#lib/images/unreadable.ts";
import { NothingFoundError } from "#lib/imaging/worker/failure.ts";
import { runTask } from "#lib/imaging/worker/pool.ts";
import type {
  ComparedEdit,
  EncodedPicture,
  TaskInput,
  TaskName,
  TaskOutput,
} from "#lib/imaging/worker/protocol.ts";
import { ApiError } from "#lib/platform/errors.ts";
import { GenerationError, type PhotoGenerator, type PhotoRequest } from "./generator.ts";

/** Who asked, until when, and how it is stopped. */
export type TaskContext = Pick<PhotoRequest, "caller" | "signal" | "deadlineAtMs" | "onStage">;

/** The generator that makes this deployment's photos. */
export function photoGenerator(): PhotoGenerator {
  return embeddedRenderer;
}

/** Cuts the product out and renders the photo, both in the pixel worker. */
const embeddedRenderer: PhotoGenerator = {
  generate: ({ signal, onStage, caller, deadlineAtMs, ...input }) =>
    inWorker("photo", {
      input,
      context: { signal, caller, deadlineAtMs, ...(onStage && { onStage }) },
      failure: "the embedded renderer could not make this photo",
    }),
};

/**
 * The picture as a model that edits it wants it: upright, sRGB, opaque, no side above `maxSide`. Rejects as a
 * PhotoGenerator does.
 */
export function prepareEdit(input: TaskInput<"prepare">, context: TaskContext): Promise<EncodedPicture> {
  return inWorker("prepare", { input, context, failure: "the picture could not be prepared for a model" });
}

/**
 * Compares the product in an edited picture with its own pixels, puts them back where it was changed, and frames the
 * photo. Rejects as a PhotoGenerator does, with GenerationError where it is the edited picture that cannot be read: the
 * caller's own was read to be edited.
 */
export async function compareEdit(input: TaskInput<"compare">, context: TaskContext): Promise<ComparedEdit> {
  const failure = "the edited picture could not be compared with the product";
  try {
    return await inWorker("compare", { input, context, failure });
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
