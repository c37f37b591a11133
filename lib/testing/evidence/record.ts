import { appendFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { InvariantId } from "./invariants.ts";

export interface TrialRecord {
  id: InvariantId;
  tried: number;
  failed: number;
  /** Path of the test file, relative to the project's root. */
  file: string;
}

const root = fileURLToPath(new URL("../../..", import.meta.url));

/**
 * Records trials of an invariant for docs/reliability.md, in a full test run; does nothing in any other run. Counts
 * must be fixed numbers, independent of machine and time.
 */
export function recordTrials(record: TrialRecord): void {
  const folder = process.env.EVIDENCE_DIR;
  if (!folder) return;
  const line = { ...record, file: path.relative(root, record.file) };
  appendFileSync(path.join(folder, `${process.pid}.jsonl`), `${JSON.stringify(line)}\n`);
}
