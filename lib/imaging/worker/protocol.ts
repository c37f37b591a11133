import type { Fidelity } from "#lib/contract/photos/modes.ts";
import type { PhotoNote } from "#lib/contract/photos/notes.ts";
import type { CutoutOptions } from "#lib/contract/photos/options.ts";
import type { Box } from "#lib/contract/photos/sizes.ts";
import type { Stance } from "#lib/contract/photos/stances.ts";
import type { ResultFormat } from "#lib/contract/photos/values.ts";
import type { Output } from "#lib/images/embedded/render.ts";
import type { Component } from "#lib/images/embedded/transformation.ts";
import type { InspectedImage, PictureInput } from "#lib/images/picture.ts";
import type { Reason } from "#lib/platform/reasons.ts";
import type { PhotoRequest, PhotoStage, ScenePlan } from "../generator.ts";

export type CutOutFormat = "png" | "webp";

export interface CutOutTaskInput {
  image: PictureInput;
  format: CutOutFormat;
  /** Longest side of the result in pixels; the picture's own when absent. */
  maxSide?: number;
  /** A file to write the result to; it comes as bytes when absent. */
  target?: string;
}

export interface CutOutTaskOutput {
  /** Empty when the result went to a file. */
  bytes: Uint8Array;
  width: number;
  height: number;
  /** Of the product. */
  boundingBox: Box;
}

/** What a cut-out is asked to become. */
export interface FinishOptions extends Pick<CutoutOptions, "trim" | "margin" | "output" | "format"> {
  background?: { color: string } | { image: PictureInput } | undefined;
}

/** An encoded cut-out that was made so. */
export interface FinishedCutOut {
  bytes: Uint8Array;
  width: number;
  height: number;
  /** Of the product in it. */
  boundingBox: Box;
  hasAlpha: boolean;
}

export interface FinishTaskInput {
  image: PictureInput;
  /** The alpha, corrected by hand. */
  mask?: PictureInput | undefined;
  /** Longest side of the picture that is cut out; its own when absent. */
  maxSide?: number;
  options: FinishOptions;
}

export interface TransformTaskInput {
  source: PictureInput;
  components: readonly Component[];
  output: Output;
  /** The file to write the result to. */
  target: string;
}

/** What the outermost pixels of a picture are. */
export interface BorderFacts {
  /** Share of them that is exactly white, 0 to 1; of transparent ones none is. */
  whiteShare: number;
  /** All of those in the four corners are. */
  cornersWhite: boolean;
}

/** What every task about one photo gets. */
export type PhotoTaskInput = PhotoRequest;

export interface SceneTaskInput extends PhotoTaskInput {
  plan: ScenePlan;
  /** The encoded picture of the empty scene, of any size and shape. */
  scene: Uint8Array;
}

/** An encoded picture (PNG or JPEG), upright. */
export interface EncodedPicture {
  bytes: Uint8Array;
  mediaType: "image/png" | "image/jpeg";
  width: number;
  height: number;
}

/** A finished photo, and where the product is seen in it; null where it is outside of the frame. */
export interface RenderedPhoto {
  bytes: Uint8Array;
  boundingBox: Box | null;
  /** What there is to say of the picture that it was made from. */
  notes: PhotoNote[];
  stance: Stance;
}

/** A small photo that is looked at before the real one is ordered. */
export interface RenderedPreview extends RenderedPhoto {
  width: number;
  height: number;
}

export interface ComparedEdit {
  /** Null: the product was changed beyond the bounds, and its own pixels do not align with the edit. */
  photo: Uint8Array | null;
  boundingBox: Box | null;
  /** As of a rendered photo; none without a photo. */
  notes: PhotoNote[];
  fidelity: Fidelity;
}

/** What the pixel worker can do: name → what it takes and gives. Values cross processes by structured clone. */
export interface TaskTable {
  /** Proves that a picture can be decoded, and measures it. */
  inspect: { input: { image: PictureInput }; output: InspectedImage };
  /** As `inspect` for a HEIC picture; also writes it to the file `copyTo`, decoded: a JPEG, a PNG where it has alpha. */
  decode: { input: { image: PictureInput; copyTo?: string }; output: InspectedImage };
  /** Measures the outermost pixels of a picture. */
  border: { input: { image: PictureInput }; output: BorderFacts };
  /** Makes a derived picture. */
  transform: { input: TransformTaskInput; output: InspectedImage };
  cutout: { input: CutOutTaskInput; output: CutOutTaskOutput };
  /** Cuts out, and makes of it what was asked for. */
  finish: { input: FinishTaskInput; output: FinishedCutOut };
  /** A mask made by hand as an 8-bit grey PNG. */
  mask: { input: { image: PictureInput }; output: Uint8Array };
  /** Where the product is in a cut-out picture. */
  measure: { input: { image: PictureInput }; output: Box | null };
  photo: { input: PhotoTaskInput; output: RenderedPhoto };
  /** A JPEG of at most `previewSide`, whatever size and format are asked for. */
  preview: { input: PhotoTaskInput; output: RenderedPreview };
  /** A JPEG with the service's name all over it, for whoever has not paid: nothing of it is kept for later. */
  marked: { input: PhotoTaskInput; output: RenderedPhoto };
  /** A finished result as test mode hands it out: small, with a watermark, in the same format. */
  stamp: {
    input: { image: PictureInput; format: ResultFormat };
    output: { bytes: Uint8Array; width: number; height: number };
  };
  /** Cuts the product out and lays the photo out, for whoever paints its scene. */
  plan: { input: PhotoTaskInput; output: ScenePlan };
  /** Puts the product into a painted scene: a photo as of `photo`. */
  compose: { input: SceneTaskInput; output: RenderedPhoto };
  /** Shrinks the picture for a model that edits it. */
  prepare: { input: { image: PictureInput; maxSide: number }; output: EncodedPicture };
  /** Compares the product in an edited picture with its own, and makes the photo: a JPEG as of `photo`. */
  compare: { input: PhotoTaskInput & { edited: Uint8Array }; output: ComparedEdit };
  /** Loads the network, so that the next task need not. */
  load: { input: null; output: null };
}

export type TaskName = keyof TaskTable;
export type TaskInput<Name extends TaskName> = TaskTable[Name]["input"];
export type TaskOutput<Name extends TaskName> = TaskTable[Name]["output"];

/** Parent → worker. */
export type TaskMessage = {
  [Name in TaskName]: { id: number; name: Name; input: TaskInput<Name> };
}[TaskName];

export type FailureKind =
  | "nothing_found"
  | "unreadable_image"
  /** The transformation asked for more than is allowed. */
  | "refused"
  | "failed"
  | "crashed"
  /** Killed for running too long, or for taking too much memory. */
  | "timeout"
  /** Killed for running too long while others had the processors. */
  | "starved"
  | "memory"
  | "deadline"
  | "not_begun"
  | "aborted";

/** A failure as plain data: error classes do not survive the way between processes. */
export interface Failure {
  kind: FailureKind;
  message: string;
  /** Why the picture cannot be used, where the table of reasons has it. */
  problem?: Reason;
  stack?: string;
  /** The system's own code, when it was the system that failed: `ENOSPC`. */
  code?: string;
}

export type Outcome = { ok: true; output: TaskOutput<TaskName> } | { ok: false; failure: Failure };

/** Worker → parent. */
export type WorkerMessage =
  | { type: "stage"; id: number; stage: PhotoStage }
  | { type: "outcome"; id: number; outcome: Outcome };
