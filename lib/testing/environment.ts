import { env } from "#lib/platform/env.ts";

/** Sets variables of the environment for this test file: call it before anything reads the configuration. */
export function useEnvironment(values: Readonly<Record<string, string>>): void {
  Object.assign(process.env, values);
  env.forget();
}
