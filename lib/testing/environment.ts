import { afterAll, beforeAll } from "vitest";
import { env } from "#lib/platform/env.ts";

/** Sets variables of the environment for this test file: call it before anything reads the configuration. */
export function useEnvironment(values: Readonly<Record<string, string>>): void {
  Object.assign(process.env, values);
  env.forget();
  if (!("UPLOAD_MAX_MB" in values)) return;
  // The pixel workers read it at their start, and serve later test files too.
  const stopWorkers = async () => (await import("#lib/imaging/worker/pool.ts")).stopWorkers();
  beforeAll(stopWorkers);
  afterAll(stopWorkers);
}
