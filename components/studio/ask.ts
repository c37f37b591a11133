import { ApiProblem, callApi } from "#lib/api/client.ts";
import type { Shot } from "./model.ts";

const longestSilenceMs = 120_000;
const longestQueueMs = 600_000;

export interface Pause {
  ms: number;
  note: string;
  /** Nothing is being made meanwhile, so it can still be called off. */
  idle: boolean;
}

export type WorkAnswer = Awaited<ReturnType<typeof callApi<"POST /api/v1/generate">>>;

/**
 * Asks for the work of a shot until there is an answer: after a lost connection or a full queue it asks again under
 * the same key, so nothing is made or charged twice. `onPause` hears why it waits, null when it asks again.
 */
export async function askForWork(
  shot: Shot,
  onPause: (pause: Pause | null) => void,
  signal: AbortSignal,
): Promise<WorkAnswer> {
  const startedAtMs = Date.now();
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await send(shot, signal);
    } catch (error) {
      signal.throwIfAborted();
      const pause = pauseAfter(error, attempt);
      const patienceMs = pause?.idle ? longestQueueMs : longestSilenceMs;
      if (!pause || Date.now() - startedAtMs > patienceMs) throw error;
      onPause(pause);
      await waitFor(pause.ms, signal);
      onPause(null);
    }
  }
}

function send(shot: Shot, signal: AbortSignal): Promise<WorkAnswer> {
  const { imageUrl, settings, idempotencyKey } = shot;
  if (shot.kind === "cutout") {
    return callApi("POST /api/v1/remove-bg", { input: { image_url: imageUrl }, idempotencyKey, signal });
  }
  const input = {
    image_url: imageUrl,
    type: "product" as const,
    style: settings.style,
    aspect_ratio: settings.aspectRatio,
    resolution: settings.resolution,
    ...(settings.prompt.trim() && { prompt: settings.prompt.trim() }),
  };
  return callApi("POST /api/v1/generate", { input, idempotencyKey, signal });
}

/** How long to wait before the same request may be sent again; null when another try would end the same. */
function pauseAfter(error: unknown, attempt: number): Pause | null {
  if (!(error instanceof ApiProblem)) {
    return { ms: Math.min(8_000, 1_000 * 2 ** attempt), note: "Connection lost. Asking again…", idle: false };
  }
  const ms = error.retryAfterMs ?? 2_000;
  if (error.code === "idempotency_in_progress") return { ms, note: "Still being made…", idle: false };
  if (error.code === "overloaded" || error.code === "rate_limited") {
    return { ms, note: "The studio is busy, this one is in line", idle: true };
  }
  return null;
}

/** Waits, but no longer than until the connection comes back. */
function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener("online", end);
      signal.removeEventListener("abort", end);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener("online", end);
    signal.addEventListener("abort", end);
  });
}
