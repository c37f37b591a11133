import type { Output } from "#lib/images/embedded/render.ts";
import type { Component } from "#lib/images/embedded/transformation.ts";
import type { PhotoRequest, PhotoStage } from "#lib/imaging/generator.ts";
import type { InspectedImage, PictureInput } from "./decoder.ts";

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
  photo: { input: Omit<PhotoRequest, "signal" | "onStage" | "caller" | "deadlineAtMs">; output: Uint8Array };
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
  | "memory"
  | "deadline"
  | "not_begun"
  | "aborted";

/** A failure as plain data: error classes do not survive the way between processes. */
export interface Failure {
  kind: FailureKind;
  message: string;
  stack?: string;
  /** The system's own code, when it was the system that failed: `ENOSPC`. */
  code?: string;
}

export type Outcome = { ok: true; output: TaskOutput<TaskName> } | { ok: false; failure: Failure };

/** Worker → parent. */
export type WorkerMessage =
  | { type: "stage"; id: number; stage: PhotoStage }
  | { type: "outcome"; id: number; outcome: Outcome };
