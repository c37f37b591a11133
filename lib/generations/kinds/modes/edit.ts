import { compareEdit, prepareEdit } from "../../../imaging/index.ts";
import { editPrompt } from "../../../models/index.ts";
import { log } from "../../../platform/log.ts";
import { ProductChangedError } from "./failure.ts";
import { paint, painted, processPainted } from "./paint.ts";
import type { MadePhoto, MakingContext, PhotoJob } from "./photo-job.ts";
import { makeScene } from "./scene.ts";
import { reserveMs, timed } from "./time.ts";

/** Larger pictures do not help a model to recognize the product. */
const longestSidePx = 2048;
/** How often a model may try to leave the product unchanged. */
const edits = 2;

/**
 * A model repaints the whole picture, and its product is compared with the caller's. If the product was changed and
 * its own pixels cannot be restored, the model tries once more, then paints only a scene, if time permits.
 */
export async function makeEdit(job: PhotoJob, by: MakingContext): Promise<MadePhoto> {
  const { request, words } = job;
  const { style, aspectRatio, resolution, width, height } = request;
  const maxSide = Math.min(longestSidePx, Math.max(width, height));
  const image = await timed(by, "prepare", () => prepareEdit({ image: request.image, maxSide }, by));
  const text = editPrompt({ style, prompt: words, aspectRatio });
  for (let edit = 1; ; edit += 1) {
    const startedAtMs = Date.now();
    const edited = await paint(job, by, { mode: "edit", text, image, next: "compare" });
    const compared = await processPainted(edited, by, () =>
      timed(by, "compare", () => compareEdit({ ...request, edited: edited.bytes }, painted(by))),
    );
    const { photo, boundingBox, notes, fidelity } = compared;
    if (photo !== null) {
      const made = { bytes: photo, boundingBox, notes, stance: null };
      return { ...made, mode: "edit", model: edited.model, fidelity };
    }
    // The next attempt takes the model about the same time.
    const tookMs = Date.now() - startedAtMs;
    const leftMs = by.deadlineAtMs - Date.now();
    const sceneMs = tookMs + reserveMs("compose", resolution);
    log.info({ model: edited.model, ...fidelity, edit }, "the model changed the product");
    if (edit < edits && leftMs >= tookMs + sceneMs) continue;
    if (leftMs >= sceneMs) return makeScene(job, by);
    throw new ProductChangedError(
      `${edited.model} changed ${Math.round(fidelity.changed * 100)} % of the product`,
    );
  }
}
