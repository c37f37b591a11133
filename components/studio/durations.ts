import { createStore } from "zustand";
import { persist } from "zustand/middleware";
import { browserStorage } from "../ui/browser-storage.ts";
import type { Generation } from "./state.ts";

const keptPerKind = 7;

/** How long generations took in this browser, by kind and size, the newest first. */
export const durations = createStore<Record<string, number[]>>()(
  persist(() => ({}), { name: "studio:durations", storage: browserStorage(() => localStorage) }),
);

/** Remembers how long a generation took, so that the next one of its kind can say what is usual. */
export function noteDuration(generation: Generation, durationMs: number): void {
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
