/**
 * Measures the job engine with a generator of fixed duration: jobs per second by number of workers, the overhead of a
 * call, and a batch of 1,000; then the embedded studio with one and two pixel processes.
 *
 *   npm run bench -- jobs [--only scale|call|batch|studio]
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { db, disconnectDb, sql } from "#lib/db/index.ts";
import { photo } from "#lib/generations/kinds/photo.ts";
import { env } from "#lib/platform/env.ts";
import { newId } from "#lib/platform/ids.ts";
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
const calls = 150;
const callMs = 50;
const statementsOfCall = 6;
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
  /** If omitted, photos take a fixed time. */
  pixelProcesses?: number;
  /** Port of the web process; any free one if omitted. */
  port?: number;
}

/** Starts a service without pages, with this many workers. */
async function open({ workers, slots = 1, pixelProcesses, port }: Size): Promise<Cluster> {
  return openCluster({
    web: () => ["lib/testing/cluster/web-child.ts"],
    webPorts: [port ?? (await findTestPort())],
    proxyPort,
    workers,
    slots,
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
  {
    const port = await findTestPort();
    await using _cluster = await open({ workers: 1, port });
    // Directly, because the cluster's proxy is not a part of the service.
    const client = new Client(`http://127.0.0.1:${port}`);
    const generator = await openGenerator(caller);
    const times: Record<"direct" | "called" | "statements", number[]> = {
      direct: [],
      called: [],
      statements: [],
    };
    // Interleaved, so that other load on the machine affects all three alike.
    for (let index = -10; index < calls; index += 1) {
      const direct = await timed(generator);
      const called = await timed(() => client.photo(caller, { prompt: `takes ${callMs} ms` }));
      const statements = await timed(async () => {
        for (let count = 0; count < statementsOfCall; count += 1) await db().$queryRaw(sql`SELECT 1`);
      });
      if (index < 0) continue;
      times.direct.push(direct);
      times.called.push(called);
      times.statements.push(statements);
    }
    const generating = median(times.direct);
    const added = times.called.map((ms) => ms - generating);
    console.log(`a call adds ${spread(added)} to the generator and the storing (${spread(times.direct)})`);
    console.log(
      `  ${statementsOfCall} statements that do nothing, in the same run: ${spread(times.statements)}`,
    );
  }
  await countStatements(caller);
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}

function spread(values: readonly number[]): string {
  const parts = [0.5, 0.95, 0.99].map(
    (share) => `p${share * 100} ${percentile(values, share).toFixed(1)} ms`,
  );
  return parts.join(", ");
}

/** Only the generator and the storing of its result, called as the worker calls it. */
async function openGenerator({ userId }: Caller): Promise<() => Promise<unknown>> {
  await import("#lib/testing/cluster/fixed-studio-child.ts");
  const row = { userId, attempts: 1, prompt: `takes ${callMs} ms` };
  const signal = new AbortController().signal;
  const options = { source: null, deadlineAtMs: Date.now() + endWithinMs, signal, report: () => undefined };
  // It reads no other column of the row.
  return () => photo.make({ ...row, id: newId("gen") } as Parameters<typeof photo.make>[0], options);
}

/** Counts the statements that one process sends to the database per call, less those it sends when idle. */
async function countStatements(caller: Caller): Promise<void> {
  const port = await findTestPort();
  const child = fork(path.join(import.meta.dirname, "parts/jobs-child.ts"), {
    env: { ...process.env, PORT: String(port), WORKERS: "1", RATE_LIMIT_PER_MINUTE: "100000000" },
  });
  try {
    await once(child, "message");
    const client = new Client(`http://127.0.0.1:${port}`);
    const lane = async (count: number) => {
      for (let index = 0; index < count; index += 1) {
        await client.photo(caller, { prompt: `takes ${callMs} ms` });
      }
    };
    await lane(10);
    for (const lanes of [1, 4]) {
      await counted(child);
      const ms = await timed(() => Promise.all(Array.from({ length: lanes }, () => lane(100 / lanes))));
      const busy = await counted(child);
      await delay(ms);
      const idle = await counted(child);
      const perCall = [...busy]
        .map(([text, count]) => ({ text, count: (count - (idle.get(text) ?? 0)) / 100 }))
        .filter(({ count }) => count > 0.05)
        .sort((a, b) => b.count - a.count);
      const sum = perCall.reduce((total, { count }) => total + count, 0);
      console.log(`${sum.toFixed(2)} SQL statements for each call, ${lanes} at a time:`);
      for (const { text, count } of perCall) console.log(`  ${count.toFixed(2)}  ${text.slice(0, 90)}`);
    }
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

/** Uses different pictures, so that no result is cached for the next one. */
async function studio(): Promise<void> {
  const names = ["mug", "camera", "candle", "lotion"];
  const callers = (
    await Promise.all(names.map(async (name) => (await openCallers(2, await readSample(name), 1_000))[1]))
  ).filter((caller) => caller !== undefined);
  const rates = new Map<number, number[]>([1, 2].map((count) => [count, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [count, measured] of rates) {
      await using cluster = await open({ workers: 1, slots: count, pixelProcesses: count });
      const makeAll = async (photosEach: number) => {
        const startedAt = performance.now();
        const client = new Client(cluster.url);
        for (const caller of callers) await client.batch(caller, { key: newKey(), size: photosEach });
        if (!(await untilAllEnded(endWithinMs))) throw new Error("the photos were not made");
        return performance.now() - startedAt;
      };
      // Warm-up: loads the network.
      await makeAll(1);
      const ms = await makeAll(2);
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
