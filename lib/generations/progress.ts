import type { PhotoStage } from "../imaging/generator.ts";
import { processSlot } from "../platform/process-slot.ts";

/** Where a piece of paid work stands: waiting, then through the parts of its making. */
export type WorkStep = "waiting" | PhotoStage | "storing";

const steps = processSlot("progress", () => new Map<string, WorkStep>());

const nameOf = (userId: string, key: string) => JSON.stringify([userId, key]);

export interface ProgressReport {
  at: (step: WorkStep) => void;
  end: () => void;
}

/** Begins to tell where the work under an Idempotency-Key stands; work without a key has nobody who asks. */
export function reportProgress(by: { userId: string; idempotencyKey: string | null }): ProgressReport {
  if (by.idempotencyKey === null) return { at: () => undefined, end: () => undefined };
  const name = nameOf(by.userId, by.idempotencyKey);
  steps().set(name, "waiting");
  return { at: (step) => steps().set(name, step), end: () => steps().delete(name) };
}

/** Where the work under these keys of a user stands. Only work of this process is known; other keys are left out. */
export function findProgress(userId: string, keys: readonly string[]): Record<string, WorkStep> {
  const known = keys.flatMap((key) => {
    const step = steps().get(nameOf(userId, key));
    return step ? [[key, step] as const] : [];
  });
  return Object.fromEntries(known);
}
