import { env } from "#lib/platform/env.ts";
import { processSlot } from "#lib/platform/process-slot.ts";

interface Secrets {
  current?: string | undefined;
  previous?: string | undefined;
}

const authSlot = processSlot<unknown>("auth", () => null);

/** Simulates a restart of this process with these values of AUTH_SECRET and AUTH_SECRET_PREVIOUS. */
export function restartWithSecrets({ current, previous }: Secrets): void {
  Object.assign(env(), { AUTH_SECRET: current, AUTH_SECRET_PREVIOUS: previous });
  authSlot();
  Reflect.deleteProperty(globalThis, Symbol.for("photo-generation-service.auth"));
}
