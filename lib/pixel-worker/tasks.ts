import type { PhotoRequest } from "#lib/generators/generator.ts";
import type { Output } from "#lib/images/embedded/render.ts";
import type { Component } from "#lib/images/embedded/transformation.ts";
import type { ImageFormat } from "#lib/images/formats.ts";
import type { CutOutFormat } from "#lib/matting/encode.ts";

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
}

export interface TransformTaskInput {
  source: PictureInput;
  components: readonly Component[];
  output: Output;
  /** The file to write the result to. */
  target: string;
}

/** What the pixel worker can do: name → what it takes and gives. Values cross processes by structured clone. */
export interface TaskTable {
  /** Proves that a picture can be decoded, and measures it. */
  inspect: { input: { image: PictureInput }; output: InspectedImage };
  /** Makes a derived picture. */
  transform: { input: TransformTaskInput; output: InspectedImage };
  cutout: { input: CutOutTaskInput; output: CutOutTaskOutput };
  studio: { input: Omit<PhotoRequest, "signal" | "onStage" | "caller" | "deadlineAtMs">; output: Uint8Array };
  /** Loads the network, so that the next task need not. */
  load: { input: null; output: null };
}

export type TaskName = keyof TaskTable;
export type TaskInput<Name extends TaskName> = TaskTable[Name]["input"];
export type TaskOutput<Name extends TaskName> = TaskTable[Name]["output"];
