import { renderStudioPhoto } from "#lib/imaging/index.ts";
import { digitalSourceOf } from "../../../contract/photos/modes.ts";
import { env } from "../../../platform/env.ts";
import { log } from "../../../platform/log.ts";
import { makeEdit } from "./edit.ts";
import { canStudioHelp, toPublicError } from "./failure.ts";
import type { MadePhoto, MakingContext, PhotoJob } from "./photo-job.ts";
import { makeScene } from "./scene.ts";
import { timed } from "./time.ts";

/** Makes the whole photo with the embedded renderer; throws the errors of `renderStudioPhoto`. */
async function makeInStudio({ request }: PhotoJob, by: MakingContext): Promise<MadePhoto> {
  const made = await timed(by, "studio", () =>
    renderStudioPhoto({ ...request, digitalSource: digitalSourceOf("studio") }, by),
  );
  return { ...made, mode: "studio", model: null, fidelity: { product: "original", changed: 0 } };
}

/**
 * Makes a photo in the mode of its job, or in the studio as the fallback for failed models (IMAGE_FALLBACK); the
 * result contains the mode used. Throws ApiError generation_failed when a model refused or none made a usable
 * picture, and the errors of the steps (lib/imaging/index.ts).
 */
export async function makePhoto(job: PhotoJob, by: MakingContext): Promise<MadePhoto> {
  if (job.mode === "studio") return makeInStudio(job, by);
  try {
    return await (job.mode === "scene" ? makeScene(job, by) : makeEdit(job, by));
  } catch (error) {
    if (by.signal.aborted) throw error;
    if (env().IMAGE_FALLBACK !== "studio" || !canStudioHelp(error)) throw toPublicError(error);
    log.warn({ mode: job.mode, err: error }, "no model made this photo: the studio does");
    return makeInStudio(job, by);
  }
}
