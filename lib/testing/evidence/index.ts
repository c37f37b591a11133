import { beforeEach, expect, onTestFailed } from "vitest";
import type { InvariantId } from "./invariants.ts";
import { recordTrials } from "./record.ts";

/**
 * Says that the running test tries an invariant so many times: calls, kills, seeds, vectors. When the test fails,
 * by whatever assertion, that counts as a failed trial.
 */
export function tried(id: InvariantId, count = 1): void {
  const file = expect.getState().testPath ?? "";
  recordTrials({ id, tried: count, failed: 0, file });
  onTestFailed(() => recordTrials({ id, tried: 0, failed: 1, file }));
}

/** Counts every test of this file, or of the `describe` it is called in, as one trial. */
export function everyTestTries(id: InvariantId): void {
  beforeEach(() => tried(id));
}
