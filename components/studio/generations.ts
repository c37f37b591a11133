import pLimit from "p-limit";
import { createStore } from "zustand";
import { persist } from "zustand/middleware";
import { refreshBalance, setBalance } from "#components/shell/balance.tsx";
import { ApiProblem, callApi } from "#lib/contract/client.ts";
import { browserStorage } from "../ui/browser-storage.ts";
import {
  changeById,
  dismissGeneration,
  failGeneration,
  type Generation,
  isBlocked,
  localId,
  type Problem,
  type Settings,
  type StudioContents,
} from "./state.ts";

const generationsAtOnce = 2;
const longestSilenceMs = 120_000;
const longestQueueMs = 600_000;

/** The photos and cut-outs asked for: queued, at most two at a time, tried again without double charge. */
export function createGenerations({ store, closed }: StudioContents) {
  const limit = pLimit(generationsAtOnce);
  const calls = new Map<string, AbortController>();

  const find = (id: string) => store.getState().generations.find((generation) => generation.id === id);
  const change = (id: string, part: Partial<Generation>) =>
    store.setState(({ generations }) => ({ generations: changeById(generations, id, part) }));

  function queue(id: string): void {
    void limit(async () => {
      const generation = find(id);
      if (generation?.state !== "waiting" || closed.aborted) return;
      const call = new AbortController();
      calls.set(id, call);
      const signal = AbortSignal.any([call.signal, closed]);
      change(id, { state: "running", startedAtMs: Date.now() });
      try {
        const answer = await requestGeneration(generation, (pause) => wait(id, pause), signal);
        const durationMs = Date.now() - (find(id)?.startedAtMs ?? Date.now());
        noteDuration(generation, durationMs);
        const { result_url: resultUrl, credits_used: creditsUsed } = answer;
        change(id, { state: "done", resultUrl, creditsUsed, durationMs, note: null });
        setBalance(answer.credits_remaining);
      } catch (error) {
        if (signal.aborted) return;
        store.setState((state) => failGeneration(state, id, problemOf(error)));
        void refreshBalance();
      } finally {
        calls.delete(id);
      }
    });
  }

  function wait(id: string, pause: Pause | null): void {
    if (pause) change(id, { note: pause.note, ...(pause.idle && { state: "waiting" }) });
    else if (find(id)?.state === "waiting")
      change(id, { state: "running", note: null, startedAtMs: Date.now() });
  }

  function add(wanted: readonly Pick<Generation, "kind" | "sourceName" | "imageUrl" | "settings">[]): void {
    const added = wanted.map(
      (order): Generation => ({
        ...order,
        id: localId(),
        state: "waiting",
        note: null,
        problem: null,
        idempotencyKey: localId(),
        startedAtMs: null,
        durationMs: null,
        resultUrl: null,
        creditsUsed: null,
      }),
    );
    store.setState(({ generations, shownId }) => ({
      generations: [...added.toReversed(), ...generations],
      shownId: added[0]?.id ?? shownId,
    }));
    for (const { id } of added) queue(id);
  }

  function retry(id: string): void {
    const generation = find(id);
    if (generation?.state !== "failed") return;
    // A request whose answer was lost keeps its key and gets that answer; a refused one is asked anew.
    const idempotencyKey = generation.problem?.code === lostCode ? generation.idempotencyKey : localId();
    change(id, { state: "waiting", problem: null, idempotencyKey, startedAtMs: null });
    queue(id);
  }

  const oldestFirst = () => store.getState().generations.toReversed();

  return {
    /** One photo of every chosen picture that has arrived, with the settings of now. */
    generate: () => {
      const { sources, settings } = store.getState();
      const chosen = sources.flatMap(({ selected, imageUrl, name }) =>
        selected && imageUrl ? [{ kind: "photo" as const, sourceName: name, imageUrl, settings }] : [],
      );
      add(chosen);
    },

    /** Another photo from the same picture, with other settings where given. */
    again: ({ sourceName, imageUrl, settings }: Generation, other: Partial<Settings> = {}) =>
      add([{ kind: "photo", sourceName, imageUrl, settings: { ...settings, ...other } }]),

    cutOut: (imageUrl: string, sourceName: string) =>
      add([{ kind: "cutout", sourceName, imageUrl, settings: store.getState().settings }]),

    retry,

    retryBlocked: () => {
      for (const generation of oldestFirst()) if (isBlocked(generation)) retry(generation.id);
    },

    dismiss: (id: string) => {
      if (find(id)?.state === "waiting") calls.get(id)?.abort();
      store.setState((state) => dismissGeneration(state, id));
    },

    /** Goes on with what an earlier visit left waiting. */
    resume: () => {
      for (const { id, state } of oldestFirst()) if (state === "waiting") queue(id);
    },
  };
}

const lostCode = "connection_lost";

function problemOf(error: unknown): Problem {
  if (error instanceof ApiProblem) return { code: error.code, message: error.message, fix: error.fix };
  const fix = "Nothing is lost: trying again brings the photo, and it is charged once.";
  return { code: lostCode, message: "There is no connection to the service.", fix };
}

interface Pause {
  ms: number;
  note: string;
  /** Nothing is being made meanwhile, so it can still be called off. */
  idle: boolean;
}

type GenerationAnswer = Awaited<ReturnType<typeof callApi<"POST /api/v1/generate">>>;

/**
 * Sends the request until there is an answer: after a lost connection or a full queue again under the same key, so
 * nothing is made or charged twice. `onPause` hears why it waits, null when it asks again.
 */
async function requestGeneration(
  generation: Generation,
  onPause: (pause: Pause | null) => void,
  signal: AbortSignal,
): Promise<GenerationAnswer> {
  const startedAtMs = Date.now();
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await send(generation, signal);
    } catch (error) {
      signal.throwIfAborted();
      const pause = pauseAfter(error, attempt);
      const patienceMs = pause?.idle ? longestQueueMs : longestSilenceMs;
      if (!pause || Date.now() - startedAtMs > patienceMs) throw error;
      onPause(pause);
      await untilOnlineOrAfter(pause.ms, signal);
      onPause(null);
    }
  }
}

function send(
  { kind, imageUrl, settings, idempotencyKey }: Generation,
  signal: AbortSignal,
): Promise<GenerationAnswer> {
  if (kind === "cutout") {
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
function untilOnlineOrAfter(ms: number, signal: AbortSignal): Promise<void> {
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

const keptPerKind = 7;

/** How long generations took in this browser, by kind and size, the newest first. */
const durations = createStore<Record<string, number[]>>()(
  persist(() => ({}), { name: "studio:durations", storage: browserStorage(() => localStorage) }),
);

/** Remembers how long a generation took, so that the next one of its kind can say what is usual. */
function noteDuration(generation: Generation, durationMs: number): void {
  const key = keyOf(generation);
  durations.setState((known) => ({ [key]: [durationMs, ...(known[key] ?? [])].slice(0, keptPerKind) }));
}

/** Median of the last generations of this kind and size in this browser; null before the first. */
export function usualDurationMs(generation: Generation): number | null {
  const sorted = (durations.getState()[keyOf(generation)] ?? []).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? null;
}

function keyOf({ kind, settings }: Generation): string {
  return kind === "cutout" ? kind : `${kind}:${settings.resolution}`;
}
