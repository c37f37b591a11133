import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** How processes that serve answered GET /api/live. */
export interface LiveFigures {
  answers: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  /** Calls without a good answer: connections that were refused or lost, errors, and more than ten seconds. */
  failures: number;
  /** Longest time in which none of the processes answered. */
  longestGapMs: number;
}

/** Asks all these ports until the answer is called. In a thread of its own: what this one computes delays nothing. */
export async function watchLive(ports: readonly number[]): Promise<() => Promise<LiveFigures>> {
  const worker = new Worker(new URL("./live-watch-thread.ts", import.meta.url), { workerData: { ports } });
  await once(worker, "message");
  return async () => {
    const answered = once(worker, "message");
    worker.postMessage("over");
    const [figures] = (await answered) as [LiveFigures];
    await worker.terminate();
    return figures;
  };
}
