import type { Fidelity, PhotoMode } from "../../../contract/photos/modes.ts";
import type { PhotoRequest, TaskContext } from "../../../imaging/generator.ts";
import type { RenderedPhoto } from "../../../imaging/worker/protocol.ts";
import type { ModelCall } from "../../../models/index.ts";

/** Specifies one photo. */
export interface PhotoJob {
  request: PhotoRequest;
  /** The caller's prompt; null for the style's default. */
  words: string | null;
  mode: PhotoMode;
}

/** Steps of making a photo whose duration is measured. */
export type PhotoPart = "studio" | "plan" | "paint" | "compose" | "prepare" | "compare";

export interface MakingContext extends TaskContext {
  /** Called at the end of every provider call, including failed ones. */
  onCall?: ((call: ModelCall & { mode: PhotoMode }) => void) | undefined;
  /** Called with the duration of each step, including failed ones. */
  onPart?: ((part: PhotoPart, durationMs: number) => void) | undefined;
}

/** A photo of exactly the requested size, and how it was made. */
export interface MadePhoto extends Omit<RenderedPhoto, "stance"> {
  /** Null when a model painted the whole picture, product included. */
  stance: RenderedPhoto["stance"] | null;
  mode: PhotoMode;
  /** The hosted model involved, `provider/name`. */
  model: string | null;
  fidelity: Fidelity;
}
