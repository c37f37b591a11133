import type { PictureInput } from "#lib/images/picture.ts";
import type { DigitalSource } from "../contract/photos/modes.ts";
import type { PhotoOptions } from "../contract/photos/options.ts";
import type { AspectRatio, Resolution, Style } from "../contract/photos/styles.ts";

/** Stages of making a photo: the product is cut out, then the photo is made around it. */
export type PhotoStage = "cutout" | "photo";

/** Input of every part of making one photo. */
export interface PhotoRequest {
  /** Encoded input picture, already validated, in a format that every pixel worker decodes. */
  image: PictureInput;
  style: Style;
  /** The caller's own prompt; null: the style's own scene. */
  prompt: string | null;
  aspectRatio: AspectRatio;
  resolution: Resolution;
  /** Output size in pixels; the result has exactly this size. */
  width: number;
  height: number;
  /** Of a preview: how many times larger the ordered photo is, for which its picture is judged. Absent: 1. */
  orderedScale?: number | undefined;
  /** Absent: style and prompt decide. */
  options?: RenderOptions | undefined;
  /** Noted in the file. */
  digitalSource?: DigitalSource | undefined;
  /** Id of a scene of the library, instead of style and prompt; a white style stays white. */
  libraryScene?: string | undefined;
  /** Derived from the picture (`numberPicture`): with the seed it chooses among the arrangements of the scene. */
  pictureNumber?: number | undefined;
  /** The product's alpha, corrected by hand: an encoded grey picture of the same size as the upright input. */
  mask?: PictureInput | undefined;
}

/** Further options of a photo; style and prompt decide what is absent. */
export interface RenderOptions
  extends Pick<
    PhotoOptions,
    | "layout"
    | "stance"
    | "productSizeCm"
    | "props"
    | "light"
    | "shadow"
    | "reflection"
    | "crop"
    | "correct"
    | "material"
    | "format"
  > {
  /** 0 or absent: the style's standard variant. */
  seed?: number | undefined;
  background?:
    | { color: string }
    | { image: PictureInput; role: "backdrop" | "surface"; horizon: number | null }
    | undefined;
}

/** The caller of a part, and its limits. */
export interface TaskContext {
  /** Callers take turns. */
  caller: string;
  /** Aborting it stops the work; the promise then rejects with the signal's reason. */
  signal: AbortSignal;
  /** Unix time, in milliseconds, by which it must be done. */
  deadlineAtMs: number;
  /** Called when a stage begins. */
  onStage?: ((stage: PhotoStage) => void) | undefined;
  /** Called when a worker begins it. */
  onBegin?: (() => void) | undefined;
}

/** A part failed; `message` is for the log. */
export class GenerationError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "GenerationError";
  }
}

/**
 * The product's place in a photo before there is a scene around it: what a model must know to paint the scene.
 * Lengths and positions are shares of the frame's width or height, from its top left corner.
 */
export interface ScenePlan {
  product: { left: number; top: number; width: number; height: number };
  /** Row in which the product touches the ground. */
  groundY: number;
  /** Row in which the surface ends behind the product. */
  horizonY: number;
  /** Downward pitch of the camera. */
  pitchDeg: number;
  light: {
    /** Direction seen from above: 0 at the camera, −90 left, 90 right, 180 behind the product. */
    azimuthDeg: number;
    elevationDeg: number;
    /** 0 a bare bulb … 1 a large softbox. */
    softness: number;
    /** −1 cool blue … 0 daylight … 1 candle. */
    warmth: number;
  };
}
