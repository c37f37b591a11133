import { renderStudioPhoto } from "../../../imaging/index.ts";
import type { MadePhoto, MakingContext, PhotoJob } from "./photo-job.ts";
import { timed } from "./time.ts";

/** Makes the whole photo with the embedded renderer; throws the errors of `renderStudioPhoto`. */
export async function makeInStudio({ request }: PhotoJob, by: MakingContext): Promise<MadePhoto> {
  const made = await timed(by, "studio", () => renderStudioPhoto(request, by));
  return { ...made, mode: "studio", model: null, fidelity: { product: "original", changed: 0 } };
}
