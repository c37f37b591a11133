import { afterAll, beforeAll, onTestFinished, TestRunner } from "vitest";
import { env } from "#lib/platform/env.ts";

/**
 * Sets variables of the environment for this test file, or inside a test for this test: call it before anything reads
 * the configuration.
 */
export function useEnvironment(values: Readonly<Record<string, string>>): void {
  const former = Object.keys(values).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, values);
  env.forget();
  if (TestRunner.getCurrentTest())
    onTestFinished(() => {
      for (const [name, value] of former)
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      env.forget();
    });
  if (!("UPLOAD_MAX_MB" in values)) return;
  // The pixel workers read it at their start, and serve later test files too.
  const stopWorkers = async () => (await import("#lib/imaging/worker/pool.ts")).stopWorkers();
  beforeAll(stopWorkers);
  afterAll(stopWorkers);
}
