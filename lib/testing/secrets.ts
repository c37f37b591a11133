import { auth } from "#lib/auth/index.ts";
import { env } from "#lib/platform/env.ts";

interface Secrets {
  current?: string | undefined;
  previous?: string | undefined;
}

/** Simulates a restart of this process with these values of AUTH_SECRET and AUTH_SECRET_PREVIOUS. */
export function restartWithSecrets({ current, previous }: Secrets): void {
  Object.assign(env(), { AUTH_SECRET: current, AUTH_SECRET_PREVIOUS: previous });
  auth.forget();
}
