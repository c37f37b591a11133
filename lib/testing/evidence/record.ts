import { appendFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { InvariantId } from "./invariants.ts";

export interface TrialRecord {
  id: InvariantId;
  tried: number;
  failed: number;
  /** The test file, from the root of the project. */
  file: string;
}

const root = fileURLToPath(new URL("../../..", import.meta.url));

/**
 * Notes for docs/reliability.md how often an invariant was tried, in a whole run of the tests; does nothing in any
 * other run. Counts are fixed numbers: neither the machine nor the moment may change them.
 */
export function recordTrials(record: TrialRecord): void {
  const folder = process.env.EVIDENCE_DIR;
  if (!folder) return;
  const line = { ...record, file: path.relative(root, record.file) };
  appendFileSync(path.join(folder, `${process.pid}.jsonl`), `${JSON.stringify(line)}\n`);
}
