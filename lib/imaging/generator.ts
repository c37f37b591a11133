import type { PictureInput } from "#lib/images/picture.ts";
import type { PhotoOptions } from "../contract/photos/options.ts";
import type { AspectRatio, Resolution, Style } from "../contract/photos/styles.ts";

/** The parts of making a photo: the product is cut out, then the photo is made around it. */
export type PhotoStage = "cutout" | "photo";

/** What every part of making one photo gets. */
export interface PhotoRequest {
  /** Encoded input picture, already proven to be one, of a format that every pixel worker decodes. */
  image: PictureInput;
  style: Style;
  /** The caller's own prompt; null: the style's own scene. */
  prompt: string | null;
  aspectRatio: AspectRatio;
  resolution: Resolution;
  /** Output size in pixels; the result has exactly this size. */
  width: number;
  height: number;
  /** Absent: as style and prompt have it. */
  options?: RenderOptions | undefined;
  /** Id of a scene of the library, in place of style and prompt; a white style stays white. */
  libraryScene?: string | undefined;
  /** Follows from the picture (`numberPicture`): with the seed it chooses among the arrangements of the scene. */
  pictureNumber?: number | undefined;
  /** The product's alpha, corrected by hand: an encoded grey picture of the same size as the upright input. */
  mask?: PictureInput | undefined;
}

/** What a photo may be asked for beyond that; what is absent is as style and prompt have it. */
export interface RenderOptions
  extends Pick<PhotoOptions, "layout" | "stance" | "light" | "shadow" | "reflection" | "crop" | "format"> {
  /** 0, or absent: the style's standard look. */
  seed?: number | undefined;
  background?:
    | { color: string }
    | { image: PictureInput; role: "backdrop" | "surface"; horizon: number | null }
    | undefined;
}

/** For whom a part is done, and until when. */
export interface TaskContext {
  /** Who asked: callers take turns. */
  caller: string;
  /** Aborting it stops the work; the promise then rejects with the signal's reason. */
  signal: AbortSignal;
  /** Unix time by which it must be done. */
  deadlineAtMs: number;
  /** Called with what is being done. */
  onStage?: ((stage: PhotoStage) => void) | undefined;
  /** Called when a worker takes it on. */
  onBegin?: (() => void) | undefined;
}

/** A part could not be done; `message` is for the log. */
export class GenerationError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "GenerationError";
  }
}

/**
 * Where the product will stand in a photo, before there is a scene around it: what a painter of the scene must know.
 * Lengths and places are shares of the frame's width or height, from its top left corner.
 */
export interface ScenePlan {
  product: { left: number; top: number; width: number; height: number };
  /** Row in which the product touches the ground. */
  groundY: number;
  /** Row in which the surface ends behind the product. */
  horizonY: number;
  /** How far the camera looks down. */
  pitchDeg: number;
  light: {
    /** Seen from above: 0 at the camera, −90 left, 90 right, 180 behind the product. */
    azimuthDeg: number;
    elevationDeg: number;
    /** 0 a bare bulb … 1 a large softbox. */
    softness: number;
    /** −1 cool blue … 0 daylight … 1 candle. */
    warmth: number;
  };
}
