import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { processTree } from "../../bench/parts/processes.ts";
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
  const workerData: Watched = { baseUrl: target.baseUrl, pid: await target.pid() };
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

interface Watched {
  baseUrl: string;
  pid: number;
}

let isStopped = false;

// A thread of its own, so that what the attack itself computes delays no measuring.
if (!isMainThread) {
  parentPort?.once("message", () => {
    isStopped = true;
  });
  const { baseUrl, pid } = workerData as Watched;
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
  let peakBytes = 0;
  let peakByName: Record<string, number> = {};
  let watched = new Map<number, string>();
  const ended: string[] = [];
  while (!isStopped) {
    const processes = await processTree(rootPid);
    const bytes = processes.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0);
    if (bytes > peakBytes) {
      peakBytes = bytes;
      peakByName = {};
      for (const { name, memoryBytes } of processes) peakByName[name] = (peakByName[name] ?? 0) + memoryBytes;
    }
    const servers = new Map(
      processes.filter(({ name }) => name === "server").map(({ pid, name }) => [pid, name]),
    );
    for (const [pid, name] of watched) if (!servers.has(pid)) ended.push(name);
    watched = servers;
    await sleep(250);
  }
  return { peakBytes, peakByName, ended };
}
