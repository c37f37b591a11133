import { resizedUrl } from "#lib/images/variants.ts";
import { emptyStudio, type Shot, type Source, type StudioState } from "./model.ts";

const maxShots = 60;

/** What survives leaving the page and coming back: everything but files that never arrived. */
export function keep(name: string, { settings, sources, shots, onStage }: StudioState): void {
  const arrived = sources.filter((source) => source.imageUrl !== null);
  const kept = { settings, sources: arrived, shots: shots.slice(0, maxShots), onStage };
  try {
    sessionStorage.setItem(name, JSON.stringify(kept));
  } catch {
    // Full or forbidden storage: the work goes on, only a reload would lose it.
  }
}

/** What was kept under the name, or a fresh studio. */
export function recall(name: string): StudioState {
  try {
    const kept = JSON.parse(sessionStorage.getItem(name) ?? "null") as StudioState | null;
    if (!kept) return emptyStudio;
    return {
      ...emptyStudio,
      ...kept,
      sources: kept.sources.map(withoutFile),
      shots: kept.shots.map(asWaiting),
    };
  } catch {
    return emptyStudio;
  }
}

/** The file is gone with the page that held it; the host has the picture. */
function withoutFile(source: Source): Source {
  return { ...source, previewUrl: source.imageUrl && resizedUrl(source.imageUrl, "preview") };
}

/** Work that was under way is asked for again under its key, and answers with what was made meanwhile. */
function asWaiting(shot: Shot): Shot {
  return shot.state === "running"
    ? { ...shot, state: "waiting", note: null, startedAtMs: null, step: null }
    : shot;
}
