import type { Source } from "../../images/source.ts";

/** How long the picture is kept for a worker of this process, which otherwise loads it again. */
const keptMs = 60_000;

const kept = new Map<string, { source: Source; timer: NodeJS.Timeout }>();

/** Keeps the picture loaded by an order's check for a worker of this process. */
export function keepSource(id: string, source: Source): void {
  const timer = setTimeout(() => void dropSource(id), keptMs);
  timer.unref();
  kept.set(id, { source, timer });
}

/** The picture of an order, if this process still has it; the caller must dispose of it. */
export function takeSource(id: string): Source | null {
  const found = kept.get(id);
  if (!found) return null;
  clearTimeout(found.timer);
  kept.delete(id);
  return found.source;
}

export async function dropSource(id: string): Promise<void> {
  await takeSource(id)?.dispose();
}
