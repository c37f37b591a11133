import type { PhotoStage } from "../generators/generator.ts";

/** Where a piece of paid work stands: in line, then through the parts of its making. */
export type WorkStep = "waiting" | PhotoStage | "storing";

// The server's bundles may hold several copies of this module; the work of the process is one.
const slot = Symbol.for("photo-generation-service.progress");
const shared = globalThis as { [slot]?: Map<string, WorkStep> };

function steps(): Map<string, WorkStep> {
  shared[slot] ??= new Map();
  return shared[slot];
}

const nameOf = (userId: string, key: string) => JSON.stringify([userId, key]);

export interface ProgressReport {
  at: (step: WorkStep) => void;
  end: () => void;
}

/** Begins to tell where the work under an Idempotency-Key stands; work without a key has nobody who asks. */
export function reportProgress(claim: { userId: string; key: string } | null): ProgressReport {
  if (!claim) return { at: () => undefined, end: () => undefined };
  const name = nameOf(claim.userId, claim.key);
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
