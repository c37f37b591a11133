import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { memoryOf, processTree } from "../../bench/parts/measure.ts";
import { send } from "./http.ts";
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
  const worker = new Worker(new URL(import.meta.url), { workerData });
  await once(worker, "online");
  return async () => {
    const observed = once(worker, "message");
    worker.postMessage("stop");
    const [observation] = (await observed) as [Observation];
    await worker.terminate();
    return observation;
  };
}

let isStopped = false;

// A thread of its own, so that what the attack itself computes delays no measuring.
if (!isMainThread) {
  parentPort?.once("message", () => {
    isStopped = true;
  });
  const { baseUrl, pid } = workerData as { baseUrl: string; pid: number };
  const [responses, processes] = await Promise.all([watchResponses(baseUrl), watchProcesses(pid)]);
  parentPort?.postMessage({ ...responses, ...processes } satisfies Observation);
}

async function watchResponses(baseUrl: string) {
  const latenciesMs: number[] = [];
  let awaySinceMs = 0;
  let longestOutageMs = 0;
  while (!isStopped) {
    const { status, ms } = await send(baseUrl, { path: "/api/live" });
    if (status === 200) {
      latenciesMs.push(ms);
      awaySinceMs = 0;
    } else {
      awaySinceMs ||= performance.now() - ms;
      longestOutageMs = Math.max(longestOutageMs, performance.now() - awaySinceMs);
    }
    await sleep(20);
  }
  latenciesMs.sort((a, b) => a - b);
  const p50Ms = latenciesMs[latenciesMs.length >> 1] ?? Number.NaN;
  return { p50Ms, maxMs: latenciesMs.at(-1) ?? Number.NaN, longestOutageMs };
}

async function watchProcesses(rootPid: number) {
  let peak = memoryOf([]);
  let watched: number[] = [];
  const ended: string[] = [];
  while (!isStopped) {
    const processes = await processTree(rootPid);
    const now = memoryOf(processes);
    if (now.bytes > peak.bytes) peak = now;
    const servers = processes.filter(({ name }) => name === "server").map(({ pid }) => pid);
    for (const pid of watched) if (!servers.includes(pid)) ended.push("server");
    watched = servers;
    await sleep(250);
  }
  return { peakBytes: peak.bytes, peakByName: peak.byName, ended };
}
