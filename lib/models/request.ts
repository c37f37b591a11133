import type { AspectRatio, Resolution } from "../contract/photos/styles.ts";

/** What a hosted model is asked to paint. */
export interface PaintRequest {
  mode: "scene" | "edit";
  /** Composed by prompts.ts. */
  text: string;
  /** The upright picture to be edited; null for a scene. */
  image: { bytes: Uint8Array; mediaType: "image/png" | "image/jpeg" } | null;
  /** What is wanted; the picture that comes may differ in ratio and size. */
  aspectRatio: AspectRatio;
  resolution: Resolution;
  width: number;
  height: number;
  /** Sent where the model takes one; no promise of the same bytes. */
  seed?: number;
  /** Unix time by which the picture must be there. */
  deadlineAtMs: number;
  signal: AbortSignal;
  /** Called at the end of every call of a provider, failures too: for the costs. */
  onCall: (call: ModelCall) => void;
}

/** One call at a provider. */
export interface ModelCall {
  provider: string;
  /** The provider's own name of it. */
  model: string;
  /** `succeeded`, or the kind of failure (failure.ts). */
  outcome: string;
  /** Millionths of a US dollar; null where no price is known. */
  costMicros: number | null;
  durationMs: number;
}

export interface PaintedPicture {
  bytes: Uint8Array;
  /** `provider/name`. */
  model: string;
}
