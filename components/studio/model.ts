import type { WorkStep } from "#lib/generations/progress.ts";
import type { AspectRatio, Resolution, Style } from "#lib/generators/styles.ts";

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
  /** The picture itself can never be taken: another try would end the same. */
  hopeless: boolean;
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
export interface Shot {
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
  /** Where it stands at the service; null when that is not known. */
  step: WorkStep | null;
  durationMs: number | null;
  resultUrl: string | null;
  creditsUsed: number | null;
}

export interface StudioState {
  settings: Settings;
  sources: readonly Source[];
  /** Newest first. */
  shots: readonly Shot[];
  /** Which shot or source the stage shows. */
  onStage: string | null;
}

export const emptyStudio: StudioState = {
  settings: {
    style: "studio",
    prompt: "",
    aspectRatio: "1:1",
    resolution: "1K",
  },
  sources: [],
  shots: [],
  onStage: null,
};

/** An id for things of this page alone; works on plain http addresses too. */
export function localId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
