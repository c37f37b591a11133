import type { PhotoStage } from "#lib/imaging/generator.ts";
import type { Outcome, TaskMessage } from "./protocol.ts";

/** What decides whether a task can be done in time. */
export interface AdmissionRequest {
  kind: string;
  caller: string;
  inputBytes: number;
  /** Tasks that this caller may have waiting. */
  waitingLimit: number;
  /** Unix time by which it must be done; `admissionLimitMs` from now when absent. */
  deadlineAtMs: number | undefined;
  /** It comes after all that is not so. */
  whenIdle?: boolean;
}

export interface Job extends AdmissionRequest {
  message: TaskMessage;
  startedAtMs: number;
  onStage: (stage: PhotoStage) => void;
  onBegin: () => void;
  settle: (outcome: Outcome) => void;
}
