import type { PictureInput } from "#lib/imaging/worker/decoder.ts";
import type { AspectRatio, Resolution, Style } from "../contract/styles.ts";

/** The parts of making a photo: the product is cut out, then the photo is made around it. */
export type PhotoStage = "cutout" | "photo";

export interface PhotoRequest {
  /** Encoded input picture (JPEG, PNG, WebP, AVIF, GIF or TIFF), already proven to be one. */
  image: PictureInput;
  style: Style;
  /** The caller's prompt, or the style's default. */
  prompt: string;
  aspectRatio: AspectRatio;
  resolution: Resolution;
  /** Output size in pixels; the result has exactly this size. */
  width: number;
  height: number;
  /** Who asked: callers take turns. */
  caller: string;
  /** Unix time by which the photo must be there. */
  deadlineAtMs: number;
  /** Hears what is being done, where the generator can tell. */
  onStage?: (stage: PhotoStage) => void;
  /** Aborting it stops the work; the promise then rejects with the signal's reason. */
  signal: AbortSignal;
}

/** Makes a photo. Implementations: the embedded renderer, and later hosted image models. */
export interface PhotoGenerator {
  /** Resolves to a JPEG (sRGB, quality 90) of exactly width × height. Rejects with GenerationError. */
  generate(request: PhotoRequest): Promise<Uint8Array>;
}

/** The generator could not make this photo; `message` is for the log. */
export class GenerationError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "GenerationError";
  }
}
