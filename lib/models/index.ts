import type { BreakerStatus } from "../platform/circuit-breaker.ts";
import { env } from "../platform/env.ts";
import { lazy } from "../platform/lazy.ts";
import { Painter } from "./paint.ts";
import { accessOf } from "./provider.ts";
import type { PaintedPicture, PaintRequest } from "./request.ts";

export { editPrompt, scenePrompt } from "./prompts.ts";
export type { ModelCall, PaintedPicture, PaintRequest } from "./request.ts";

/** The painter of this process, with the settings of its start. */
export const painter = lazy(
  () =>
    new Painter({
      models: env().imageModels,
      access: (provider) => accessOf(provider, env()),
      callsAtOnce: env().IMAGE_MODEL_CONCURRENCY,
    }),
);

/**
 * Calls the models of IMAGE_MODEL in order until one paints or the deadline is near. Throws ModelRefusedError
 * (content refused: do not retry) or ModelUnavailableError (no model painted), both of failure.ts, or the signal's
 * reason.
 */
export async function paintPicture(request: PaintRequest): Promise<PaintedPicture> {
  return await painter().paint(request);
}

/** State of each configured provider's circuit breaker in this process, for heartbeat, health and metrics. */
export function providerStates(): Record<string, BreakerStatus> {
  return painter().states();
}
