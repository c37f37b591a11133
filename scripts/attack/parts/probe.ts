import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { type MemoryUse, MemoryWatch, median } from "../../parts/measure.ts";
import { type Customer, type CustomerCalls, startCustomers } from "./customers.ts";
import { send } from "./http.ts";
import type { Target } from "./target.ts";

/** Measurements of the service during the attack and until its memory is back to normal. */
export interface Observation {
  /** Latency of GET /api/live. */
  p50Ms: number;
  maxMs: number;
  /** Longest time without a response from /api/live. */
  longestOutageMs: number;
  /** Latency of GET /api/health. */
  healthMaxMs: number;
  customers: CustomerCalls;
  memory: {
    /** Total of all processes, shared pages counted once. */
    beforeBytes: number;
    peak: MemoryUse;
    after: MemoryUse;
    /** Time from the end of the attack until memory was back to normal; null if the limit passed. */
    backAfterMs: number | null;
  };
  /** Server processes that ended. */
  ended: string[];
}

/** Duration of ordinary work that establishes the normal memory use. */
const warmUpMs = 5_000;
const backWithinMs = 60_000;
const memoryEveryMs = 100;
const exactMemoryEveryMs = 500;
/** Growth over the initial memory that still counts as normal. */
const normalGrowth = { share: 0.15, bytes: 150e6 };
const probeAddress = "127.10.0.1";

/** Starts the measurement, with the customers at work. The returned function stops it and returns the results. */
export async function startProbe(
  target: Target,
  customers: readonly Customer[],
): Promise<() => Promise<Observation>> {
  const workerData = { baseUrl: target.baseUrl, pid: await target.pid(), customers };
  const worker = new Worker(new URL(import.meta.url), { workerData });
  await once(worker, "message");
  return async () => {
    const observed = once(worker, "message");
    worker.postMessage("attack over");
    const [observation] = (await observed) as [Observation];
    await worker.terminate();
    return observation;
  };
}

let isAttackOver = false;
let isStopped = false;

// Runs in a thread of its own, so that the attack's computations do not delay the measurements.
if (!isMainThread) {
  parentPort?.once("message", () => {
    isAttackOver = true;
  });
  const { baseUrl, pid, customers } = workerData as {
    baseUrl: string;
    pid: number;
    customers: readonly Customer[];
  };
  const others = startCustomers(baseUrl, customers);
  const beforeBytes = await highestMemory(pid, warmUpMs);
  others.count();
  const watching = [watchLive(baseUrl), watchHealth(baseUrl)] as const;
  parentPort?.postMessage("ready");
  const processes = await watchProcesses(pid, beforeBytes);
  isStopped = true;
  const [live, health] = await Promise.all(watching);
  const observation = { ...live, ...health, ...processes, customers: await others.stop() };
  parentPort?.postMessage(observation satisfies Observation);
}

async function highestMemory(rootPid: number, forMs: number): Promise<number> {
  const endsAtMs = performance.now() + forMs;
  const memory = new MemoryWatch(rootPid);
  while (performance.now() < endsAtMs) {
    await memory.follow();
    await sleep(memoryEveryMs);
  }
  return memory.peak.bytes;
}

async function watchLive(baseUrl: string) {
  const latenciesMs: number[] = [];
  let awaySinceMs = 0;
  let longestOutageMs = 0;
  while (!isStopped) {
    const { status, ms } = await send(baseUrl, { path: "/api/live", localAddress: probeAddress });
    if (status === 200) {
      latenciesMs.push(ms);
      awaySinceMs = 0;
    } else {
      awaySinceMs ||= performance.now() - ms;
      longestOutageMs = Math.max(longestOutageMs, performance.now() - awaySinceMs);
    }
    await sleep(20);
  }
  return { p50Ms: median(latenciesMs), maxMs: Math.max(...latenciesMs), longestOutageMs };
}

async function watchHealth(baseUrl: string) {
  let healthMaxMs = 0;
  while (!isStopped) {
    const { ms } = await send(baseUrl, { path: "/api/health", localAddress: probeAddress });
    healthMaxMs = Math.max(healthMaxMs, ms);
    await sleep(50);
  }
  return { healthMaxMs };
}

/** Runs until the attack is over and memory is back to normal, or until the limit for that has passed. */
async function watchProcesses(rootPid: number, beforeBytes: number) {
  const normalBytes = beforeBytes + Math.max(normalGrowth.bytes, normalGrowth.share * beforeBytes);
  const memory = new MemoryWatch(rootPid);
  let watched: number[] = [];
  const ended: string[] = [];
  const follow = async () => {
    const processes = await memory.follow();
    const servers = processes.filter(({ name }) => name === "server").map(({ pid }) => pid);
    for (const pid of watched) if (!servers.includes(pid)) ended.push("server");
    watched = servers;
    await sleep(memoryEveryMs);
  };
  while (!isAttackOver) await follow();
  const overAtMs = performance.now();
  for (;;) {
    const after = await memory.read();
    const sinceMs = performance.now() - overAtMs;
    const isBack = after.bytes <= normalBytes;
    if (isBack || sinceMs > backWithinMs) {
      const backAfterMs = isBack ? sinceMs : null;
      return { memory: { beforeBytes, peak: memory.peak, after, backAfterMs }, ended };
    }
    await follow();
    await sleep(exactMemoryEveryMs - memoryEveryMs);
  }
}
