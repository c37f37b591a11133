import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { inSeconds, problemsOf } from "./attack.ts";
import { send } from "./http.ts";
import type { Target } from "./target.ts";

/** A visitor that loads the paths in turn, each time from the next address. */
export interface Visitor {
  addresses: readonly string[];
  paths: readonly string[];
  pauseMs: number;
}

interface Visits {
  pages: number;
  refused: number;
  slowestMs: number;
}

const withinMs = 2_000;
const timeoutMs = 30_000;

/**
 * Prepares honest visitors in a thread of their own, so that the attack's computations do not affect their figures.
 * The returned function lets them visit for `forMs`.
 */
export async function prepareVisitors(target: Target, visitors: readonly Visitor[]) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { baseUrl: target.baseUrl, visitors } });
  await once(worker, "message");
  return async (forMs: number) => {
    const visited = once(worker, "message");
    worker.postMessage(forMs);
    const [visits] = (await visited) as [Visits];
    await worker.terminate();
    return {
      problems: problemsOfVisits(visits),
      worst: `${visits.slowestMs.toFixed(0)} ms`,
      pages: visits.pages,
    };
  };
}

function problemsOfVisits({ pages, refused, slowestMs }: Visits): string[] {
  return problemsOf(
    [refused > 0, `${refused} of ${pages} pages of a visitor were refused`],
    [slowestMs > withinMs, `a visitor waited ${inSeconds(slowestMs, 1)} for a page`],
  );
}

async function visit(
  baseUrl: string,
  { addresses, paths, pauseMs }: Visitor,
  untilMs: number,
): Promise<Visits> {
  const visits: Visits = { pages: 0, refused: 0, slowestMs: 0 };
  for (let index = 0; performance.now() < untilMs; index += 1) {
    const localAddress = addresses[index % addresses.length];
    for (const path of paths) {
      const { status, ms } = await send(baseUrl, { path, timeoutMs, ...(localAddress && { localAddress }) });
      visits.pages += 1;
      if (status !== 200) visits.refused += 1;
      visits.slowestMs = Math.max(visits.slowestMs, ms);
    }
    await sleep(pauseMs);
  }
  return visits;
}

if (!isMainThread) {
  const { baseUrl, visitors } = workerData as { baseUrl: string; visitors: readonly Visitor[] };
  parentPort?.once("message", async (forMs: number) => {
    const untilMs = performance.now() + forMs;
    const each = await Promise.all(visitors.map((visitor) => visit(baseUrl, visitor, untilMs)));
    parentPort?.postMessage({
      pages: each.reduce((sum, { pages }) => sum + pages, 0),
      refused: each.reduce((sum, { refused }) => sum + refused, 0),
      slowestMs: Math.max(...each.map(({ slowestMs }) => slowestMs)),
    } satisfies Visits);
  });
  parentPort?.postMessage("ready");
}
