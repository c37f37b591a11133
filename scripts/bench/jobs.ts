/**
 * The engine of paid work with a generator that takes a fixed time: jobs a second by number of workers, what a call
 * costs beside the generator, a batch of 1,000; then the embedded studio with one and two pixel processes.
 *
 *   npm run bench -- jobs [--only scale|call|batch|studio]
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { db, disconnectDb } from "#lib/db/index.ts";
import { env } from "#lib/platform/env.ts";
import { type Caller, Client, openCallers } from "#lib/testing/cluster/callers.ts";
import type { Cluster } from "#lib/testing/cluster/processes.ts";
import { openCluster } from "#lib/testing/cluster/trial.ts";
import { untilAllEnded } from "#lib/testing/cluster/verdict.ts";
import { findTestPort } from "#lib/testing/port.ts";
import { hasOwnDatabase, runOnOwnDatabase } from "../parts/own-database.ts";
import { readSample } from "../parts/samples.ts";
import { median, memoryMb, percentile } from "./parts/measure.ts";

const jobMs = 200;
const jobsOfWorker = 40;
const workerCounts = [1, 2, 4, 8];
const calls = 200;
const callMs = 50;
const rounds = 2;
const endWithinMs = 10 * 60_000;

const { values } = parseArgs({ options: { only: { type: "string" } } });
const parts = { scale, call, batch, studio };

const proxyPort = Number(new URL(env().BASE_URL).port);
let keys = 0;
const newKey = () => {
  keys += 1;
  return `bench-${keys}`;
};
if (hasOwnDatabase()) await measure();
else process.exitCode = await runOnOwnDatabase(import.meta.filename, process.argv.slice(2));

async function measure(): Promise<void> {
  try {
    console.log(`load average before: ${os.loadavg().map((load) => load.toFixed(1))}`);
    for (const [name, run] of Object.entries(parts)) if (!values.only || values.only === name) await run();
  } finally {
    await disconnectDb();
  }
  process.exit();
}

interface Size {
  workers: number;
  slots?: number;
  /** Without it photos take a fixed time. */
  pixelProcesses?: number;
}

/** One service without pages, and so many workers. */
async function open({ workers, slots = 1, pixelProcesses }: Size): Promise<Cluster> {
  return openCluster({
    web: () => ["lib/testing/cluster/web-child.ts"],
    ...{ webPorts: [await findTestPort()], proxyPort, workers, slots },
    studio: pixelProcesses ? "embedded" : "fixed",
    environment: pixelProcesses ? { PIXEL_WORKERS: String(pixelProcesses) } : {},
  });
}

async function openCaller(): Promise<Caller> {
  const [, caller] = await openCallers(2, await readSample("mug"), 1_000_000);
  if (!caller) throw new Error("no account");
  return caller;
}

/** Milliseconds from the order to the end of the last job. */
async function makeBatch(cluster: Cluster, caller: Caller, size: number, prompt: string): Promise<number> {
  const startedAt = performance.now();
  const { status, fields } = await new Client(cluster.url).batch(caller, { key: newKey(), size, prompt });
  if (status !== 202) throw new Error(`a batch was answered ${status}: ${JSON.stringify(fields)}`);
  if (!(await untilAllEnded(endWithinMs))) throw new Error("the jobs did not end");
  return performance.now() - startedAt;
}

async function scale(): Promise<void> {
  console.log(`jobs of ${jobMs} ms through the engine, one at a time in each worker process`);
  const caller = await openCaller();
  let perWorker = 0;
  for (const workers of workerCounts) {
    await using cluster = await open({ workers });
    await makeBatch(cluster, caller, workers, `takes ${jobMs} ms`);
    const ms = await makeBatch(cluster, caller, workers * jobsOfWorker, `takes ${jobMs} ms`);
    const rate = (workers * jobsOfWorker * 1000) / ms;
    perWorker ||= rate;
    const share = (100 * rate * jobMs) / 1000 / workers;
    console.log(
      `  ${workers} workers: ${rate.toFixed(1)} jobs/s, ${(rate / perWorker).toFixed(2)} times one, ` +
        `${share.toFixed(0)} % of what the generator alone could do`,
    );
  }
}

async function call(): Promise<void> {
  const caller = await openCaller();
  const direct = await timeGenerator(caller);
  {
    await using cluster = await open({ workers: 1 });
    const client = new Client(cluster.url);
    const times: number[] = [];
    for (let index = 0; index < calls + 20; index += 1) {
      const { status, ms } = await client.photo(caller, { key: newKey(), prompt: `takes ${callMs} ms` });
      if (status !== 200) throw new Error(`a call was answered ${status}`);
      if (index >= 20) times.push(ms - median(direct));
    }
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(times, share).toFixed(1));
    console.log(
      `a call adds p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms to the generator and the storing of its result ` +
        `(${median(direct).toFixed(1)} ms; their own p95 ${percentile(direct, 0.95).toFixed(1)} ms)`,
    );
  }
  await countStatements(caller);
}

/** The generator and its storing alone, called as the worker calls it. */
async function timeGenerator({ userId }: Caller): Promise<number[]> {
  await import("#lib/testing/cluster/fixed-studio-child.ts");
  const { photo } = await import("#lib/generations/photo.ts");
  const { newId } = await import("#lib/platform/ids.ts");
  const row = await db().generation.findFirst();
  const times: number[] = [];
  for (let index = 0; index < calls; index += 1) {
    const work = { ...row, id: newId("gen"), userId, attempts: 1, prompt: `takes ${callMs} ms` };
    const startedAt = performance.now();
    await photo.make(work as Parameters<typeof photo.make>[0], {
      ...{ source: null, deadlineAtMs: Date.now() + 60_000, signal: new AbortController().signal },
      report: () => undefined,
    });
    times.push(performance.now() - startedAt);
  }
  return times;
}

/** What one process sends to the database for each call, without what it sends while nobody calls. */
async function countStatements(caller: Caller): Promise<void> {
  const port = await findTestPort();
  const child = fork(path.join(import.meta.dirname, "parts/jobs-child.ts"), {
    env: { ...process.env, PORT: String(port), WORKERS: "1", RATE_LIMIT_PER_MINUTE: "100000000" },
  });
  try {
    await once(child, "message");
    const client = new Client(`http://127.0.0.1:${port}`);
    const photo = () => client.photo(caller, { key: newKey(), prompt: `takes ${callMs} ms` });
    for (let index = 0; index < 10; index += 1) await photo();
    await counted(child);
    const startedAt = performance.now();
    for (let index = 0; index < 100; index += 1) await photo();
    const busy = await counted(child);
    await delay(performance.now() - startedAt);
    const idle = await counted(child);
    const perCall = [...busy]
      .map(([text, count]) => ({ text, count: (count - (idle.get(text) ?? 0)) / 100 }))
      .filter(({ count }) => count > 0.2)
      .sort((a, b) => b.count - a.count);
    const sum = perCall.reduce((total, { count }) => total + count, 0);
    console.log(`${sum.toFixed(2)} SQL statements for each call with an Idempotency-Key:`);
    for (const { text, count } of perCall) console.log(`  ${count.toFixed(2)}  ${text.slice(0, 90)}`);
  } finally {
    child.kill("SIGKILL");
  }
}

async function counted(child: ChildProcess): Promise<Map<string, number>> {
  const answer = once(child, "message");
  child.send("count");
  return new Map((await answer)[0] as [string, number][]);
}

async function batch(): Promise<void> {
  const caller = await openCaller();
  await using cluster = await open({ workers: 2 });
  const client = new Client(cluster.url);
  const members = [...cluster.webs, ...cluster.workers];
  const before = await Promise.all(members.map(({ pid }) => memoryMb(pid)));
  const { status, ms } = await client.batch(caller, { key: newKey(), size: 1_000, prompt: "takes 20 ms" });
  if (status !== 202) throw new Error(`the batch was answered ${status}`);
  const startedAt = performance.now();
  if (!(await untilAllEnded(endWithinMs))) throw new Error("the jobs did not end");
  const after = await Promise.all(members.map(({ pid }) => memoryMb(pid)));
  console.log(`a batch of 1,000 is accepted in ${(ms / 1000).toFixed(2)} s`);
  console.log(`  made by two workers in ${((performance.now() - startedAt) / 1000).toFixed(1)} s more`);
  for (const [place, { name }] of members.entries()) {
    console.log(`  ${name}: ${before[place]?.now} MB before, ${after[place]?.peak} MB at the peak`);
  }
}

/** Different pictures, so that nothing is remembered from one to the next. */
async function studio(): Promise<void> {
  const names = ["mug", "camera", "candle", "lotion", "perfume", "beanie", "desklamp"];
  const callers = (
    await Promise.all(names.map(async (name) => (await openCallers(2, await readSample(name), 1_000))[1]))
  ).filter((caller) => caller !== undefined);
  const rates = new Map<number, number[]>([1, 2].map((count) => [count, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [count, measured] of rates) {
      await using cluster = await open({ workers: 1, slots: count, pixelProcesses: count });
      const makeAll = async () => {
        const startedAt = performance.now();
        const client = new Client(cluster.url);
        for (const caller of callers) await client.batch(caller, { key: newKey(), size: 2 });
        if (!(await untilAllEnded(endWithinMs))) throw new Error("the photos were not made");
        return performance.now() - startedAt;
      };
      await makeAll();
      const ms = await makeAll();
      measured.push((callers.length * 2 * 60_000) / ms);
      const load = os.loadavg()[0]?.toFixed(1);
      console.log(
        `  ${count} pixel processes: ${measured.at(-1)?.toFixed(1)} photos a minute (load ${load})`,
      );
    }
  }
  const [one = 0, two = 0] = [...rates.values()].map(median);
  console.log(`two pixel processes make ${(two / one).toFixed(2)} times the photos of one`);
}
