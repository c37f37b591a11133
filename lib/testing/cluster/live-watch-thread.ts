import { setTimeout as delay } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import type { LiveFigures } from "./live-watch.ts";

const everyMs = 20;
const timeoutMs = 10_000;

const { ports } = workerData as { ports: readonly number[] };
const latenciesMs: number[] = [];
let failures = 0;
let longestGapMs = 0;
let lastAnswerAtMs = performance.now();
let isOver = false;

parentPort?.once("message", () => {
  isOver = true;
});
const watching = ports.map(watch);
parentPort?.postMessage("watching");
await Promise.all(watching);
latenciesMs.sort((a, b) => a - b);
const at = (share: number) => latenciesMs[Math.ceil(share * latenciesMs.length) - 1] ?? Number.NaN;
const figures: LiveFigures = {
  answers: latenciesMs.length,
  p50Ms: at(0.5),
  p99Ms: at(0.99),
  maxMs: at(1),
  failures,
  longestGapMs,
};
parentPort?.postMessage(figures);

async function watch(port: number): Promise<void> {
  while (!isOver) {
    const askedAtMs = performance.now();
    const isGood = await ask(port);
    const nowMs = performance.now();
    if (isGood) {
      latenciesMs.push(nowMs - askedAtMs);
      longestGapMs = Math.max(longestGapMs, nowMs - lastAnswerAtMs);
      lastAnswerAtMs = nowMs;
    } else failures += 1;
    await delay(everyMs);
  }
}

async function ask(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/api/live`, {
      signal: AbortSignal.timeout(timeoutMs),
    });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}
