import type { ImageFormat } from "../contract/images/formats.ts";
import { minInputSide } from "../contract/images/limits.ts";
import type { Size } from "../contract/photos/sizes.ts";
import { because, type Reason, type ReasonKey, reasonOf, textOf } from "../platform/reasons.ts";

/** An encoded picture: its bytes, or the path of a file that must not change until the task is done. */
export type PictureInput = Uint8Array | string;

export interface InspectedImage {
  format: ImageFormat;
  /** As displayed, with the EXIF orientation applied. */
  width: number;
  height: number;
  hasAlpha: boolean;
  /** Frames or pages; only the first one is used. */
  pages: number;
  sizeBytes: number;
}

/** The bytes are no usable picture; `message` is safe to show and names the fix. */
export class UnreadableImageError extends Error {
  readonly reason: ReasonKey | undefined;
  readonly values: Reason["values"] | undefined;

  constructor(problem: Reason | string, cause?: unknown) {
    super(textOf(problem), cause === undefined ? undefined : { cause });
    const known = reasonOf(problem);
    this.name = "UnreadableImageError";
    this.reason = known?.reason;
    this.values = known?.values;
  }
}

/** Throws UnreadableImageError for a picture that no product can be recognized in. */
export function requireLargeEnough({ width, height }: Size): void {
  if (Math.min(width, height) >= minInputSide) return;
  throw new UnreadableImageError(because("picture_too_small", { width, height, least: minInputSide }));
}

/** No product was found in the picture; `message` may be shown to the caller. */
export class NothingFoundError extends Error {
  readonly reason: ReasonKey;

  constructor(reason = because("nothing_found")) {
    super(textOf(reason));
    this.name = "NothingFoundError";
    this.reason = reason.reason;
  }
}
