"use client";

import { setBalance } from "#components/shell/balance-store.ts";
import { keep, recall } from "./keep.ts";
import { emptyStudio, type Settings, type StudioState } from "./model.ts";
import { createPictures } from "./pictures.ts";
import { createWork } from "./work.ts";

const saveDelayMs = 250;

export type Studio = ReturnType<typeof createStudio>;

let open: { userId: string; studio: Studio } | null = null;

/** The studio of a user in this tab: it goes on while other pages of the dashboard are looked at. */
export function openStudio(userId: string, maxFileBytes: number): Studio {
  // The server draws an empty one for each page and keeps none.
  if (typeof window === "undefined") return createStudio(userId, maxFileBytes);
  if (open?.userId !== userId) {
    open?.studio.close();
    open = { userId, studio: createStudio(userId, maxFileBytes) };
  }
  return open.studio;
}

/** What the parts of the studio share. */
export interface Bench {
  get: () => StudioState;
  update: (change: (state: StudioState) => Partial<StudioState>) => void;
  closed: AbortSignal;
}

function createStudio(userId: string, maxFileBytes: number) {
  const name = `studio:${userId}`;
  const closing = new AbortController();
  const listeners = new Set<() => void>();
  let state = emptyStudio;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const update: Bench["update"] = (change) => {
    state = { ...state, ...change(state) };
    for (const listener of listeners) listener();
    clearTimeout(timer);
    timer = setTimeout(() => keep(name, state), saveDelayMs);
  };
  const bench: Bench = { get: () => state, update, closed: closing.signal };
  const pictures = createPictures(bench, maxFileBytes);
  const work = createWork(bench, setBalance);
  if (typeof window !== "undefined") {
    state = recall(name);
    window.addEventListener("pagehide", () => keep(name, state), { signal: closing.signal });
    work.resume();
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get: bench.get,
    set: (settings: Partial<Settings>) => update((old) => ({ settings: { ...old.settings, ...settings } })),
    show: (id: string) => update(() => ({ onStage: id })),
    ...pictures,
    ...work,
    close: () => {
      clearTimeout(timer);
      closing.abort();
      pictures.releaseAll();
    },
  };
}
