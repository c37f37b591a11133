import { ApiError } from "#lib/errors.ts";
import { GenerationError, type PhotoGenerator } from "#lib/generators/generator.ts";
import { UnreadableImageError } from "#lib/images/unreadable.ts";
import { NothingFoundError } from "#lib/matting/nothing-found.ts";
import { admit, runTask } from "#lib/pixel-worker/pool.ts";

/** The embedded studio: cuts the product out and renders the photo, both in the pixel worker. */
export const studioGenerator: PhotoGenerator = {
  name: "studio",
  admit: ({ resolution, ...whose }) => admit("studio", { resolution }, whose),
  async generate({ signal, onStage, caller, deadlineAtMs, ...input }) {
    try {
      return await runTask("studio", input, { signal, onStage, caller, deadlineAtMs });
    } catch (error) {
      if (error instanceof ApiError || signal.aborted) throw error;
      if (error instanceof NothingFoundError || error instanceof UnreadableImageError) throw error;
      throw new GenerationError("the embedded studio could not make this photo", error);
    }
  },
};
