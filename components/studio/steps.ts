import type { WorkStep } from "#lib/generations/progress.ts";
import type { Shot } from "./model.ts";
import type { Bench } from "./store.ts";

const askEveryMs = 500;

/** Asks how far the shots being made are, as long as there are any; nothing depends on an answer. */
export function createStepWatch({ get, update, closed }: Bench) {
  let asking = false;

  async function watch(): Promise<void> {
    if (asking) return;
    asking = true;
    try {
      for (;;) {
        const running = get().shots.filter(({ state }) => state === "running");
        if (running.length === 0 || closed.aborted) return;
        const steps = await askForSteps(running, closed);
        if (steps) update(({ shots }) => ({ shots: shots.map((shot) => withStep(shot, steps)) }));
        await new Promise((resolve) => setTimeout(resolve, askEveryMs));
      }
    } finally {
      asking = false;
    }
  }

  return watch;
}

type Steps = Record<string, WorkStep>;

async function askForSteps(shots: readonly Shot[], signal: AbortSignal): Promise<Steps | null> {
  const keys = new URLSearchParams(shots.map(({ idempotencyKey }) => ["key", idempotencyKey]));
  try {
    const response = await fetch(`/studio/progress?${keys}`, { signal });
    return response.ok ? ((await response.json()) as Steps) : null;
  } catch {
    return null;
  }
}

function withStep(shot: Shot, steps: Steps): Shot {
  const step = steps[shot.idempotencyKey] ?? null;
  return shot.state === "running" && step !== shot.step ? { ...shot, step } : shot;
}
