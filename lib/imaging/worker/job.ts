import type { PhotoStage } from "#lib/imaging/generator.ts";
import type { Outcome, TaskMessage } from "./protocol.ts";

/** The input of the decision whether a task can be done in time. */
export interface AdmissionRequest {
  kind: string;
  caller: string;
  inputBytes: number;
  /** Limit of this caller's waiting tasks. */
  waitingLimit: number;
  /** Unix time by which it must be done; `admissionLimitMs` from now when absent. */
  deadlineAtMs: number | undefined;
  /** Runs only when no other task waits. */
  whenIdle?: boolean;
}

export interface Job extends AdmissionRequest {
  message: TaskMessage;
  startedAtMs: number;
  onStage: (stage: PhotoStage) => void;
  onBegin: () => void;
  settle: (outcome: Outcome) => void;
}
