import type { PhotoRequest } from "#lib/generators/generator.ts";
import type { CutOutFormat } from "#lib/matting/encode.ts";

export interface CutOutTaskInput {
  /** Encoded input picture. */
  image: Uint8Array;
  format: CutOutFormat;
  /** Longest side of the result in pixels; the picture's own when absent. */
  maxSide?: number;
}

export interface CutOutTaskOutput {
  bytes: Uint8Array;
  width: number;
  height: number;
}

/** What the pixel worker can do: name → what it takes and gives. Values cross processes by structured clone. */
export interface TaskTable {
  cutout: { input: CutOutTaskInput; output: CutOutTaskOutput };
  studio: { input: Omit<PhotoRequest, "signal" | "onStage">; output: Uint8Array };
  /** Loads the network, so that the next task need not. */
  load: { input: null; output: null };
}

export type TaskName = keyof TaskTable;
export type TaskInput<Name extends TaskName> = TaskTable[Name]["input"];
export type TaskOutput<Name extends TaskName> = TaskTable[Name]["output"];
