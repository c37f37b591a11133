import { FairQueue } from "../platform/fair-queue.ts";

interface Start {
  caller: string;
  begin: () => void;
}

/**
 * Starts what is given to it, and hands the thread back after `sliceMs` of starting: many requests that come at once
 * do not delay one that needs next to nothing until all of them have begun. Callers take turns.
 */
export function startInSlices(sliceMs: number): (caller: string, begin: () => void) => void {
  const waiting = new FairQueue<Start>();
  let isScheduled = false;

  function startSome(): void {
    isScheduled = false;
    const sliceEndsAtMs = performance.now() + sliceMs;
    while (waiting.size > 0 && performance.now() < sliceEndsAtMs) waiting.shift()?.begin();
    if (waiting.size > 0) schedule();
  }

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(startSome);
  }

  return (caller, begin) => {
    waiting.push({ caller, begin });
    schedule();
  };
}
