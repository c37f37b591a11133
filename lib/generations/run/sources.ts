import type { Source } from "../../images/source.ts";

/** How long the picture is cached for a worker of this process, which otherwise loads it again. */
const cachedMs = 60_000;

const cached = new Map<string, { source: Source; timer: NodeJS.Timeout }>();

/** Keeps the picture loaded by an order's check for a worker of this process. */
export function cacheSource(id: string, source: Source): void {
  const timer = setTimeout(() => void dropSource(id), cachedMs);
  timer.unref();
  cached.set(id, { source, timer });
}

/** As `cacheSource`, one picture for several orders. */
export function shareSource(ids: readonly string[], source: Source): void {
  let uses = ids.length;
  const dispose = async () => {
    uses -= 1;
    if (uses === 0) await source.dispose();
  };
  for (const id of ids) cacheSource(id, { ...source, dispose });
}

/** The picture of an order, if this process still has it; the caller must dispose of it. */
export function removeSource(id: string): Source | null {
  const found = cached.get(id);
  if (!found) return null;
  clearTimeout(found.timer);
  cached.delete(id);
  return found.source;
}

export async function dropSource(id: string): Promise<void> {
  await removeSource(id)?.dispose();
}
