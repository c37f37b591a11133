import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** Statistics of the web processes' responses to GET /api/live. */
export interface LiveFigures {
  answers: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  /** Requests without a successful response: refused or lost connections, errors, and timeouts after ten seconds. */
  failures: number;
  /** Longest time in which none of the processes answered. */
  longestGapMs: number;
}

/** Polls all ports until the returned function is called. Uses a thread, so that this one's work delays no poll. */
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
