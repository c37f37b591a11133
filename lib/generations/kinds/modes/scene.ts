import { digitalSourceOf } from "../../../contract/photos/modes.ts";
import { composeScene, planScene } from "../../../imaging/index.ts";
import { scenePrompt } from "../../../models/index.ts";
import { paint, painted, processPainted } from "./paint.ts";
import type { MadePhoto, MakingContext, PhotoJob } from "./photo-job.ts";
import { timed } from "./time.ts";

/** A model paints the empty scene, into which the product's own pixels are composited. */
export async function makeScene(job: PhotoJob, by: MakingContext): Promise<MadePhoto> {
  const { request, words } = job;
  const { style, aspectRatio } = request;
  const plan = await timed(by, "plan", () => planScene(request, by));
  const text = scenePrompt({ style, prompt: words, plan, aspectRatio });
  const scene = await paint(job, by, { mode: "scene", text, image: null, next: "compose" });
  const made = await processPainted(scene, by, () =>
    timed(by, "compose", () =>
      composeScene(
        { ...request, plan, scene: scene.bytes, digitalSource: digitalSourceOf("scene") },
        painted(by),
      ),
    ),
  );
  return { ...made, mode: "scene", model: scene.model, fidelity: { product: "original", changed: 0 } };
}
