import { UnreadableImageError } from "#lib/images/unreadable.ts";
import { NothingFoundError } from "#lib/imaging/worker/failure.ts";
import { runTask } from "#lib/imaging/worker/pool.ts";
import { ApiError } from "#lib/platform/errors.ts";
import { GenerationError, type PhotoGenerator } from "./generator.ts";

/** The generator that makes this deployment's photos. */
export function photoGenerator(): PhotoGenerator {
  return embeddedRenderer;
}

/** Cuts the product out and renders the photo, both in the pixel worker. */
const embeddedRenderer: PhotoGenerator = {
  async generate({ signal, onStage, caller, deadlineAtMs, ...input }) {
    try {
      return await runTask("photo", input, { signal, onStage, caller, deadlineAtMs });
    } catch (error) {
      if (error instanceof ApiError || signal.aborted) throw error;
      if (error instanceof NothingFoundError || error instanceof UnreadableImageError) throw error;
      throw new GenerationError("the embedded renderer could not make this photo", error);
    }
  },
};
