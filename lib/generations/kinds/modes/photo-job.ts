import type { Fidelity, PhotoMode } from "../../../contract/photos/modes.ts";
import type { PhotoRequest, TaskContext } from "../../../imaging/generator.ts";
import type { RenderedPhoto } from "../../../imaging/worker/protocol.ts";
import type { ModelCall } from "../../../models/index.ts";

/** One photo to be made. */
export interface PhotoJob {
  request: PhotoRequest;
  /** The caller's own prompt; null for the style's default. */
  words: string | null;
  mode: PhotoMode;
}

/** The parts of making a photo that are timed. */
export type PhotoPart = "studio" | "plan" | "paint" | "compose" | "prepare" | "compare";

export interface MakingContext extends TaskContext {
  /** Called at the end of every call of a provider, failures too. */
  onCall?: ((call: ModelCall & { mode: PhotoMode }) => void) | undefined;
  /** Called with the duration of each part, failed ones too. */
  onPart?: ((part: PhotoPart, durationMs: number) => void) | undefined;
}

/** A photo of exactly the size that was asked for, and how it was made in the end. */
export interface MadePhoto extends Omit<RenderedPhoto, "stance"> {
  /** Null where a model painted product and all. */
  stance: RenderedPhoto["stance"] | null;
  mode: PhotoMode;
  /** The hosted model that took part, `provider/name`. */
  model: string | null;
  fidelity: Fidelity;
}
