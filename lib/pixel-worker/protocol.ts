import type { PhotoStage } from "#lib/generators/generator.ts";
import type { TaskInput, TaskName, TaskOutput } from "./tasks.ts";

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
