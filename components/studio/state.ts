import type { StoreApi } from "zustand";
import { type AspectRatio, generationCost, type Resolution, type Style } from "#lib/contract/styles.ts";
import { resizedUrl } from "#lib/images/variants.ts";

/** What the panel is set to; every photo keeps the settings it was asked with. */
export interface Settings {
  style: Style;
  /** Empty: the style's own. */
  prompt: string;
  aspectRatio: AspectRatio;
  resolution: Resolution;
}

/** A product picture that the seller brought. */
export interface Source {
  id: string;
  name: string;
  state: "waiting" | "uploading" | "ready" | "failed";
  /** 0…1 of its bytes sent. */
  progress: number;
  /** What went wrong, when it failed. */
  problem: string | null;
  /** The picture itself cannot be taken: another try would end the same. */
  rejected: boolean;
  /** Shows at once, before anything is sent; null where the browser cannot show the format. */
  previewUrl: string | null;
  /** On the image host, once ready. */
  imageUrl: string | null;
  selected: boolean;
}

export interface Problem {
  code: string;
  message: string;
  fix: string | undefined;
}

/** One piece of work asked for: a photo, or a cut-out. */
export interface Generation {
  id: string;
  kind: "photo" | "cutout";
  sourceName: string;
  /** The picture it is made from, on the image host. */
  imageUrl: string;
  settings: Settings;
  state: "waiting" | "running" | "done" | "failed";
  /** Why it takes longer than usual: a lost connection, a full queue. */
  note: string | null;
  problem: Problem | null;
  /** The same for every try of the same request, so that no try is charged twice. */
  idempotencyKey: string;
  startedAtMs: number | null;
  durationMs: number | null;
  resultUrl: string | null;
  creditsUsed: number | null;
}

export interface StudioState {
  settings: Settings;
  sources: readonly Source[];
  /** Newest first. */
  generations: readonly Generation[];
  /** Which generation or source the viewer shows. */
  shownId: string | null;
}

type Change = Partial<StudioState>;

/** What the parts of the studio share; `closed` is aborted when another user takes the tab over. */
export interface StudioContents {
  store: StoreApi<StudioState>;
  closed: AbortSignal;
}

export const emptyStudio: StudioState = {
  settings: { style: "studio", prompt: "", aspectRatio: "1:1", resolution: "1K" },
  sources: [],
  generations: [],
  shownId: null,
};

/** An id for things of this page alone; works on plain http addresses too. */
export function localId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

/** The list with one entry changed; the other entries stay the same objects. */
export function changeById<T extends { id: string }>(
  entries: readonly T[],
  id: string,
  part: Partial<T>,
): T[] {
  return entries.map((entry) => (entry.id === id ? { ...entry, ...part } : entry));
}

const maxKeptGenerations = 60;

/** What survives leaving the page and coming back: everything but files that never arrived. */
export function keptState({ settings, sources, generations, shownId }: StudioState): StudioState {
  return {
    settings,
    sources: sources.filter(({ imageUrl }) => imageUrl !== null),
    generations: generations.slice(0, maxKeptGenerations),
    shownId,
  };
}

/**
 * The studio as it was kept. Files are gone with the page that held them, so the host's pictures are shown; work that
 * was under way is asked for again under its key, and answers with what was made meanwhile.
 */
export function restoreState(kept: unknown, current: StudioState): StudioState {
  if (!kept) return current;
  const { sources, generations, ...rest } = kept as StudioState;
  return {
    ...current,
    ...rest,
    sources: sources.map((source) => ({
      ...source,
      previewUrl: source.imageUrl && resizedUrl(source.imageUrl, "preview"),
    })),
    generations: generations.map((generation) =>
      generation.state === "running"
        ? { ...generation, state: "waiting", note: null, startedAtMs: null }
        : generation,
    ),
  };
}

/** Without this source; the viewer goes on to another picture when it showed this one. */
export function removeSource({ sources, generations, shownId }: StudioState, id: string): Change {
  const rest = sources.filter((source) => source.id !== id);
  return {
    sources: rest,
    shownId: shownId === id ? (rest.at(-1)?.id ?? generations[0]?.id ?? null) : shownId,
  };
}

/** Without a generation that waits or failed; one that is being made stays, for it is charged. */
export function dismissGeneration({ sources, generations, shownId }: StudioState, id: string): Change {
  const rest = generations.filter(
    (generation) => generation.id !== id || generation.state === "running" || generation.state === "done",
  );
  const wasShown = rest.length < generations.length && shownId === id;
  return { generations: rest, shownId: wasShown ? (rest[0]?.id ?? sources.at(-1)?.id ?? null) : shownId };
}

/** Problems that every waiting photo would meet as well. */
const blockingCodes = [
  "insufficient_credits",
  "no_active_subscription",
  "invalid_api_key",
  "missing_api_key",
];

/** Whether a generation waits for credits, a plan, or signing in. */
export function isBlocked({ state, problem }: Generation): boolean {
  return state === "failed" && blockingCodes.includes(problem?.code ?? "");
}

/** One generation failed; where the reason concerns all, those that wait fail with it. */
export function failGeneration({ generations }: StudioState, id: string, problem: Problem): Change {
  const concernsAll = blockingCodes.includes(problem.code);
  return {
    generations: generations.map((generation) => {
      if (generation.id === id) return { ...generation, state: "failed", problem, note: null };
      return concernsAll && generation.state === "waiting"
        ? { ...generation, state: "failed", problem }
        : generation;
    }),
  };
}

/** The pictures that the tray shows: all but files that could not even be read. */
export function traySources({ sources }: StudioState): Source[] {
  return sources.filter(({ state, previewUrl }) => state !== "failed" || previewUrl !== null);
}

/** What the tray shows besides its tiles. An upload's progress changes none of it. */
export function traySummary(state: StudioState) {
  const shown = traySources(state);
  return {
    count: shown.length,
    chosen: shown.filter((source) => source.selected && source.state !== "failed").length,
  };
}

/** What the next order would be made of and cost. An upload's progress changes none of it. */
export function orderSummary({ sources, generations, settings }: StudioState) {
  const chosen = sources.filter(({ selected, state }) => selected && state === "ready").length;
  return {
    chosen,
    hasSources: sources.length > 0,
    uploading: sources.some(({ state }) => state === "uploading" || state === "waiting"),
    cost: generationCost(settings.style, settings.resolution) * Math.max(1, chosen),
    // What is queued already will be taken before this.
    promised: generations
      .filter(({ kind, state }) => kind === "photo" && (state === "waiting" || state === "running"))
      .reduce((sum, { settings }) => sum + generationCost(settings.style, settings.resolution), 0),
  };
}
