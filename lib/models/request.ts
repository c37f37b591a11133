import type { AspectRatio, Resolution } from "../contract/photos/styles.ts";

/** Input of a hosted model. */
export interface PaintRequest {
  mode: "scene" | "edit";
  /** Composed by prompts.ts. */
  text: string;
  /** The upright picture to edit; null for a scene. */
  image: { bytes: Uint8Array } | null;
  /** The requested size; the returned picture may differ in ratio and size. */
  aspectRatio: AspectRatio;
  resolution: Resolution;
  width: number;
  height: number;
  /** Sent to models that accept one; does not guarantee the same bytes. */
  seed?: number;
  /** Unix time by which the picture is needed. */
  deadlineAtMs: number;
  signal: AbortSignal;
  /** Called after every provider call, including failed ones, to record costs. */
  onCall: (call: ModelCall) => void;
}

/** One call at a provider. */
export interface ModelCall {
  provider: string;
  /** The model's name at the provider. */
  model: string;
  /** `succeeded`, or the kind of failure (failure.ts). */
  outcome: string;
  /** Millionths of a US dollar; null when the price is unknown. */
  costMicros: number | null;
  durationMs: number;
}

export interface PaintedPicture {
  bytes: Uint8Array;
  /** `provider/name`. */
  model: string;
}
