import { db, sql } from "#lib/db/index.ts";
import { photoMaker } from "#lib/generations/kinds/make-photo.ts";
import { env } from "#lib/platform/env.ts";
import { newId } from "#lib/platform/ids.ts";
import { type Caller, Client, openCallers } from "#lib/testing/cluster/callers.ts";
import { openCluster } from "#lib/testing/cluster/trial.ts";
import { untilAllEnded } from "#lib/testing/cluster/verdict.ts";
import { findTestPort } from "#lib/testing/port.ts";
import { median, percentile, timed } from "../parts/measure.ts";
import { readSample } from "../parts/samples.ts";
import { inMs, inPercent, inSeconds, startTable } from "../parts/table.ts";
import type { BenchOptions } from "./options.ts";

const jobMs = 200;
const jobsOfWorker = 40;
const workerCounts = [1, 2, 4, 8];
const callsOfRound = 50;
const callMs = 50;
const statementsOfCall = 6;
const batchSize = 40;
const endWithinMs = 10 * 60_000;

const parts = { call, scale, batch };

/** The job engine with a generator of fixed duration; a batch with the embedded studio. */
export async function run({ only, rounds }: BenchOptions): Promise<void> {
  for (const [name, measure] of Object.entries(parts)) if (name.includes(only)) await measure(rounds);
}

/** Starts a service without pages, whose photos take a fixed time unless `studio` is "embedded". */
async function open(workers: number, { studio = "fixed" as "fixed" | "embedded", port = 0 } = {}) {
  return openCluster({
    web: () => ["lib/testing/cluster/web-child.ts"],
    webPorts: [port || (await findTestPort())],
    proxyPort: Number(new URL(env().BASE_URL).port),
    workers,
    slots: 1,
    studio,
    environment: {},
  });
}

async function openCaller(sample = "mug"): Promise<Caller> {
  const [, caller] = await openCallers(2, await readSample(sample), 1_000_000);
  if (!caller) throw new Error("no account");
  return caller;
}

async function untilMade(): Promise<void> {
  if (!(await untilAllEnded(endWithinMs))) throw new Error("the jobs did not end");
}

async function orderBatch(
  client: Client,
  caller: Caller,
  { size, prompt = "" }: { size: number; prompt?: string },
) {
  const { status } = await client.batch(caller, { key: newId("row"), size, prompt });
  if (status !== 202) throw new Error(`a batch was answered ${status}`);
}

async function scale(): Promise<void> {
  const caller = await openCaller();
  const print = startTable(`jobs of ${jobMs} ms`, ["jobs/s", "of one worker", "of the generator"]);
  let one = 0;
  for (const workers of workerCounts) {
    await using cluster = await open(workers);
    const make = async (size: number) => {
      await orderBatch(new Client(cluster.url), caller, { size, prompt: `takes ${jobMs} ms` });
      await untilMade();
    };
    await make(workers);
    const { wallMs } = await timed(() => make(workers * jobsOfWorker));
    const rate = (workers * jobsOfWorker * 1000) / wallMs;
    one ||= rate;
    print(
      `${workers} workers`,
      rate.toFixed(1),
      (rate / one).toFixed(2),
      inPercent((rate * jobMs) / 1000 / workers),
    );
  }
}

async function call(rounds: number): Promise<void> {
  const caller = await openCaller();
  const port = await findTestPort();
  await using _cluster = await open(1, { port });
  // Directly, because the cluster's proxy is not a part of the service.
  const client = new Client(`http://127.0.0.1:${port}`);
  const works = {
    generator: await openGenerator(caller),
    called: () => client.photo(caller, { prompt: `takes ${callMs} ms` }),
    statements: async () => {
      for (let count = 0; count < statementsOfCall; count += 1) await db().$queryRaw(sql`SELECT 1`);
    },
  };
  const times = { generator: [] as number[], called: [] as number[], statements: [] as number[] };
  // Interleaved, so that other load on the machine affects all three alike.
  for (let index = -10; index < rounds * callsOfRound; index += 1) {
    for (const name of ["generator", "called", "statements"] as const) {
      const { wallMs } = await timed(works[name]);
      if (index >= 0) times[name].push(wallMs);
    }
  }
  const print = startTable("one call at a time", ["p50", "p95", "p99"]);
  const report = (name: string, values: readonly number[]) =>
    print(name, ...[0.5, 0.95, 0.99].map((share) => inMs(percentile(values, share))));
  const generating = median(times.generator);
  report("generator and storing", times.generator);
  report(
    "added by the service",
    times.called.map((ms) => ms - generating),
  );
  report(`${statementsOfCall} empty statements`, times.statements);
}

/** Only the generator and the storing of its result, called as the worker calls it. */
async function openGenerator({ userId }: Caller): Promise<() => Promise<unknown>> {
  await import("#lib/testing/cluster/fixed-studio-child.ts");
  const row = { userId, attempts: 1, prompt: `takes ${callMs} ms` };
  const signal = new AbortController().signal;
  const options = { source: null, deadlineAtMs: Date.now() + endWithinMs, signal, report: () => undefined };
  // It reads no other column of the row.
  return () =>
    photoMaker.make({ ...row, id: newId("gen") } as Parameters<typeof photoMaker.make>[0], options);
}

/** A batch with the embedded studio, and the photo of another account that is ordered while it is made. */
async function batch(): Promise<void> {
  const [caller, stranger] = [await openCaller(), await openCaller("camera")];
  await using cluster = await open(1, { studio: "embedded" });
  const client = new Client(cluster.url);
  await orderBatch(client, caller, { size: 1 });
  await untilMade();
  const made = await timed(async () => {
    const taken = await timed(() => orderBatch(client, caller, { size: batchSize }));
    const beside = await timed(() => client.photo(stranger, {}));
    console.log(`a batch of ${batchSize} is taken in ${inMs(taken.wallMs)}`);
    console.log(`  a stranger's photo beside it takes ${inSeconds(beside.wallMs)}`);
    await untilMade();
  });
  console.log(`  all are made after ${inSeconds(made.wallMs)}`);
}
