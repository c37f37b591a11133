import { beforeEach, expect, onTestFailed } from "vitest";
import type { InvariantId } from "./invariants.ts";
import { recordTrials } from "./record.ts";

/**
 * Records that the running test exercises an invariant `count` times: calls, kills, seeds, vectors. If the test fails
 * for any reason, that counts as a failed trial.
 */
export function tried(id: InvariantId, count = 1): void {
  const file = expect.getState().testPath ?? "";
  recordTrials({ id, tried: count, failed: 0, file });
  onTestFailed(() => recordTrials({ id, tried: 0, failed: 1, file }));
}

/** Counts every test of this file, or of the surrounding `describe`, as one trial. */
export function everyTestTries(id: InvariantId): void {
  beforeEach(() => tried(id));
}
