import { FairQueue } from "../platform/fair-queue.ts";

interface Start {
  caller: string;
  begin: () => void;
}

/** Health checks (`watched`) and all other requests: the two lanes take turns, so that neither delays the other. */
export type StartLane = "watched" | "common";

/**
 * Starts requests in slices of `sliceMs` and then yields the thread, so that a burst of requests does not delay a
 * cheap one until all have started. In each lane callers take turns.
 */
export function startInSlices(sliceMs: number): (lane: StartLane, caller: string, begin: () => void) => void {
  const lanes: Record<StartLane, FairQueue<Start>> = { watched: new FairQueue(), common: new FairQueue() };
  let next: StartLane = "watched";
  let isScheduled = false;

  function shift(): Start | undefined {
    const other = next === "watched" ? "common" : "watched";
    const start = lanes[next].shift() ?? lanes[other].shift();
    next = other;
    return start;
  }

  function startSome(sliceEndsAtMs = performance.now() + sliceMs): void {
    shift()?.begin();
    afterMicrotasks(() => {
      if (isWaiting() && performance.now() < sliceEndsAtMs) {
        startSome(sliceEndsAtMs);
        return;
      }
      isScheduled = false;
      if (isWaiting()) schedule();
    });
  }

  const isWaiting = () => lanes.watched.size + lanes.common.size > 0;

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => startSome());
  }

  return (lane, caller, begin) => {
    lanes[lane].push({ caller, begin });
    schedule();
  };
}

/** Runs `next` in the same turn of the event loop, after all pending microtasks: they count as work too. */
function afterMicrotasks(next: () => void): void {
  process.nextTick(() => queueMicrotask(() => process.nextTick(next)));
}
