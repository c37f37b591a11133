import type { ImageFormat } from "../contract/images/formats.ts";

/** An encoded picture: its bytes, or the path of a file that stays as it is until the task is done. */
export type PictureInput = Uint8Array | string;

export interface InspectedImage {
  format: ImageFormat;
  /** As displayed: EXIF orientation applied. */
  width: number;
  height: number;
  hasAlpha: boolean;
  /** Frames or pages; only the first is ever used. */
  pages: number;
  sizeBytes: number;
}

/** The bytes are no picture that the service can use; `message` is safe to show and says what to do. */
export class UnreadableImageError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "UnreadableImageError";
  }
}
