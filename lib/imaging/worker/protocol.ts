import type { Fidelity } from "#lib/contract/photos/modes.ts";
import type { PhotoNote } from "#lib/contract/photos/notes.ts";
import type { CutoutOptions } from "#lib/contract/photos/options.ts";
import type { Box } from "#lib/contract/photos/sizes.ts";
import type { ResultFormat, Stance } from "#lib/contract/photos/values.ts";
import type { Output, Resize } from "#lib/images/embedded/render.ts";
import type { InspectedImage, PictureInput } from "#lib/images/picture.ts";
import type { Reason } from "#lib/platform/reasons.ts";
import type { PhotoRequest, PhotoStage, ScenePlan } from "../generator.ts";

export type CutOutFormat = "png" | "webp";

export interface CutOutTaskInput {
  image: PictureInput;
  format: CutOutFormat;
  /** Longest side of the result in pixels; the picture's own when absent. */
  maxSide?: number;
  /** File to write the result to; absent: the result is returned as bytes. */
  target?: string;
}

export interface CutOutTaskOutput {
  /** Empty when the result was written to a file. */
  bytes: Uint8Array;
  width: number;
  height: number;
  /** The product's box. */
  boundingBox: Box;
}

/** Options for the final form of a cut-out. */
export interface FinishOptions extends Pick<CutoutOptions, "trim" | "margin" | "output" | "format"> {
  background?: { color: string } | { image: PictureInput } | undefined;
}

/** A cut-out that was encoded with these options. */
export interface FinishedCutOut {
  bytes: Uint8Array;
  width: number;
  height: number;
  /** The product's box in it. */
  boundingBox: Box;
  hasAlpha: boolean;
}

export interface FinishTaskInput {
  image: PictureInput;
  /** Alpha that was corrected by hand. */
  mask?: PictureInput | undefined;
  /** Longest side of the picture that is cut out; absent: its own. */
  maxSide?: number;
  options: FinishOptions;
}

export interface TransformTaskInput {
  source: PictureInput;
  /** Null: the picture keeps its size. */
  resize: Resize | null;
  output: Output;
  /** File to write the result to. */
  target: string;
}

/** Facts about the outermost pixels of a picture. */
export interface BorderFacts {
  /** Share of these pixels that is exactly white, 0 to 1; transparent ones do not count as white. */
  whiteShare: number;
  /** Whether all of these pixels in the four corners are white. */
  cornersWhite: boolean;
}

/** Input of every task of one photo. */
export type PhotoTaskInput = PhotoRequest;

export interface SceneTaskInput extends PhotoTaskInput {
  plan: ScenePlan;
  /** The encoded picture of the empty scene, of any size and shape. */
  scene: Uint8Array;
}

/** An encoded picture (PNG or JPEG), upright. */
export interface EncodedPicture {
  bytes: Uint8Array;
  width: number;
  height: number;
}

/** A finished photo, and the product's box in it; null when the product is outside of the frame. */
export interface RenderedPhoto {
  bytes: Uint8Array;
  boundingBox: Box | null;
  /** Notes on the picture from which the photo was made. */
  notes: PhotoNote[];
  stance: Stance;
}

/** A small photo that is shown before the real one is ordered. */
export interface RenderedPreview extends RenderedPhoto {
  width: number;
  height: number;
}

/** What is known about a photo before it is made. */
export type JudgedPhoto = Pick<RenderedPhoto, "notes" | "stance">;

export interface ComparedEdit {
  /** Null: the product was changed beyond the bounds and cannot be restored cleanly. */
  photo: Uint8Array | null;
  boundingBox: Box | null;
  /** Like those of a rendered photo; empty without a photo. */
  notes: PhotoNote[];
  fidelity: Fidelity;
}

/** Tasks of the pixel workers, with input and output. Values cross processes by structured clone. */
export interface TaskTable {
  /** Proves that a picture can be decoded, and measures it. */
  inspect: { input: { image: PictureInput }; output: InspectedImage };
  /** Like `inspect`, for HEIC; also writes the decoded picture to `copyTo`: a JPEG, or a PNG if it has alpha. */
  decode: { input: { image: PictureInput; copyTo?: string }; output: InspectedImage };
  /** Measures the outermost pixels of a picture. */
  border: { input: { image: PictureInput }; output: BorderFacts };
  /** Finds texts outside of a photo's product; null if this machine has too little memory. */
  text: { input: { image: PictureInput; product: Box }; output: string[] | null };
  /** Makes a derived picture. */
  transform: { input: TransformTaskInput; output: InspectedImage };
  cutout: { input: CutOutTaskInput; output: CutOutTaskOutput };
  /** Cuts the product out, and encodes it with the given options. */
  finish: { input: FinishTaskInput; output: FinishedCutOut };
  /** Converts a hand-made mask to an 8-bit grey PNG. */
  mask: { input: { image: PictureInput }; output: Uint8Array };
  /** Finds the product's box in a cut-out picture. */
  measure: { input: { image: PictureInput }; output: Box | null };
  photo: { input: PhotoTaskInput; output: RenderedPhoto };
  /** A JPEG of at most `previewSide`, whatever size and format are requested. */
  preview: { input: PhotoTaskInput; output: RenderedPreview };
  /** What a preview would report, in the ordered photo's pixels, without making it. */
  judge: { input: PhotoTaskInput; output: JudgedPhoto };
  /** A JPEG with the service's name across it, for callers who have not paid: nothing of it is kept for later. */
  marked: { input: PhotoTaskInput; output: RenderedPhoto };
  /** Test mode's copy of a finished result: small, with a watermark, in the same format. */
  stamp: {
    input: { image: PictureInput; format: ResultFormat };
    output: { bytes: Uint8Array; width: number; height: number };
  };
  /** Cuts the product out and lays out the photo, for a model that paints its scene. */
  plan: { input: PhotoTaskInput; output: ScenePlan };
  /** Composes the product into a painted scene: a photo like that of `photo`. */
  compose: { input: SceneTaskInput; output: RenderedPhoto };
  /** Scales the picture down for a model that edits it. */
  prepare: { input: { image: PictureInput; maxSide: number }; output: EncodedPicture };
  /** Compares the product in an edited picture with its own pixels, and makes the photo: a JPEG as of `photo`. */
  compare: { input: PhotoTaskInput & { edited: Uint8Array }; output: ComparedEdit };
  /** Loads the network, so that the next task does not have to. */
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
  /** The transformation exceeds what is allowed. */
  | "refused"
  | "failed"
  | "crashed"
  /** Killed for running too long; `memory`: for taking too much memory. */
  | "timeout"
  /** Killed for running too long while other processes used the processors. */
  | "starved"
  | "memory"
  | "deadline"
  | "not_begun"
  | "aborted";

/** A failure as plain data, because error classes do not survive the transfer between processes. */
export interface Failure {
  kind: FailureKind;
  message: string;
  /** Why the picture cannot be used, if the table of reasons has an entry for it. */
  problem?: Reason;
  stack?: string;
  /** Error code of the system, when the system failed: `ENOSPC`. */
  code?: string;
}

export type Outcome = { ok: true; output: TaskOutput<TaskName> } | { ok: false; failure: Failure };

/** Worker → parent. */
export type WorkerMessage =
  | { type: "stage"; id: number; stage: PhotoStage }
  | { type: "outcome"; id: number; outcome: Outcome };
