import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Target } from "./target.ts";

/** What the service was like while it was attacked. */
export interface Observation {
  /** Of GET /api/live. */
  p50Ms: number;
  maxMs: number;
  /** Longest time without an answer of /api/live. */
  longestOutageMs: number;
  /** Of all processes together. */
  peakBytes: number;
  peakByName: Record<string, number>;
  /** Server processes that ended. */
  ended: string[];
}

/** Starts watching; the answer stops it and tells what was seen. */
export async function startProbe(target: Target): Promise<() => Promise<Observation>> {
  const workerData = { baseUrl: target.baseUrl, pid: await target.pid() };
  const worker = new Worker(new URL("./probe-thread.ts", import.meta.url), { workerData });
  await once(worker, "online");
  return async () => {
    const observed = once(worker, "message");
    worker.postMessage("stop");
    const [observation] = (await observed) as [Observation];
    await worker.terminate();
    return observation;
  };
}
