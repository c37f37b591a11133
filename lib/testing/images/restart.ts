import { rememberAddresses, remembered } from "#lib/images/addresses.ts";
import { type Environment, env } from "#lib/platform/env.ts";

/** Simulates a restart of the service with other settings: a new process that knows only these and the database. */
export async function restartWith(change: Partial<Environment>): Promise<void> {
  remembered.forget();
  Object.assign(env(), change);
  await rememberAddresses();
}
