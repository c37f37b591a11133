// Watches the service from a thread of its own, so that what the attack itself computes delays no measuring.
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { processTree } from "../../bench/parts/processes.ts";
import { send } from "./http.ts";
import type { Observation } from "./probe.ts";

const { baseUrl, pid } = workerData as { baseUrl: string; pid: number };
const latenciesMs: number[] = [];
const memory = { peakBytes: 0, byName: {} as Record<string, number> };
const outage = { sinceMs: 0, longestMs: 0 };
const ended: string[] = [];
let watched = new Map<number, string>();
let stopped = false;

parentPort?.once("message", () => {
  stopped = true;
});
await Promise.all([watchResponses(), watchProcesses()]);
const sorted = latenciesMs.toSorted((a, b) => a - b);
const observation: Observation = {
  p50Ms: sorted[sorted.length >> 1] ?? Number.NaN,
  maxMs: sorted.at(-1) ?? Number.NaN,
  longestOutageMs: outage.longestMs,
  peakBytes: memory.peakBytes,
  peakByName: memory.byName,
  ended,
};
parentPort?.postMessage(observation);

async function watchResponses(): Promise<void> {
  while (!stopped) {
    const { status, ms } = await send(baseUrl, { path: "/api/live" });
    if (status === 200) {
      latenciesMs.push(ms);
      outage.sinceMs = 0;
    } else {
      outage.sinceMs ||= performance.now() - ms;
      outage.longestMs = Math.max(outage.longestMs, performance.now() - outage.sinceMs);
    }
    await sleep(20);
  }
}

async function watchProcesses(): Promise<void> {
  while (!stopped) {
    const processes = await processTree(pid);
    const bytes = processes.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0);
    if (bytes > memory.peakBytes) {
      memory.peakBytes = bytes;
      memory.byName = {};
      for (const { name, memoryBytes } of processes)
        memory.byName[name] = (memory.byName[name] ?? 0) + memoryBytes;
    }
    const servers = new Map(
      processes.filter(({ name }) => name === "server").map(({ pid: own, name }) => [own, name]),
    );
    for (const [own, name] of watched) if (!servers.has(own)) ended.push(name);
    watched = servers;
    await sleep(250);
  }
}
