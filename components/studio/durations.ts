import type { Shot } from "./model.ts";

const kept = 7;
const storageName = "studio:durations";

type Durations = Record<string, number[]>;

/** Remembers how long a shot took, so that the next one of its kind can say what is usual. */
export function noteDuration(shot: Shot, durationMs: number): void {
  const durations = read();
  const key = keyOf(shot);
  durations[key] = [durationMs, ...(durations[key] ?? [])].slice(0, kept);
  try {
    localStorage.setItem(storageName, JSON.stringify(durations));
  } catch {
    // Without storage there is no usual time to tell.
  }
}

/** Median of the last shots of this kind and size in this browser; null before the first. */
export function usualDurationMs(shot: Shot): number | null {
  const durations = (read()[keyOf(shot)] ?? []).toSorted((a, b) => a - b);
  return durations[Math.floor(durations.length / 2)] ?? null;
}

function keyOf({ kind, settings }: Shot): string {
  return kind === "cutout" ? kind : `${kind}:${settings.resolution}`;
}

function read(): Durations {
  try {
    return JSON.parse(localStorage.getItem(storageName) ?? "{}") as Durations;
  } catch {
    return {};
  }
}
