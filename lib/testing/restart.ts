import { forgetAll } from "#lib/platform/lazy.ts";

const environment = { ...process.env };

/** Simulates a new process for the next test file of this one: the first environment, and no value of a module. */
export function restart(): void {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  forgetAll();
}
