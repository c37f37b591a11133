import type { Source } from "../../images/source.ts";
import { processSlot } from "../../platform/process-slot.ts";

/** A worker of this process takes a picture within this, or loads it anew. */
const keptMs = 60_000;

const kept = processSlot("sources", () => new Map<string, { source: Source; timer: NodeJS.Timeout }>());

/** Keeps the picture that an order was checked with for the worker of this process. */
export function keepSource(id: string, source: Source): void {
  const timer = setTimeout(() => void dropSource(id), keptMs);
  timer.unref();
  kept().set(id, { source, timer });
}

/** The picture of an order, if this process has it; whoever takes it disposes of it. */
export function takeSource(id: string): Source | null {
  const found = kept().get(id);
  if (!found) return null;
  clearTimeout(found.timer);
  kept().delete(id);
  return found.source;
}

export async function dropSource(id: string): Promise<void> {
  await takeSource(id)?.dispose();
}
