/**
 * Measures the capacity of a machine: photos per minute (1K, all pictures different) with 1, 2 and 4 worker processes
 * of one pixel process each, memory per kind of process, and bytes per photo on the disk and in the database.
 *
 *   npm run bench -- capacity [--photos 24]
 */
import { readdir, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { db, disconnectDb, sql } from "#lib/db/index.ts";
import { imageHost } from "#lib/images/index.ts";
import { env } from "#lib/platform/env.ts";
import { type Caller, Client, openCallers } from "#lib/testing/cluster/callers.ts";
import type { Cluster } from "#lib/testing/cluster/processes.ts";
import { openCluster } from "#lib/testing/cluster/trial.ts";
import { untilAllEnded } from "#lib/testing/cluster/verdict.ts";
import { findTestPort } from "#lib/testing/port.ts";
import { inputsFolder } from "#lib/uploads/quota.ts";
import { hasOwnDatabase, runOnOwnDatabase } from "../parts/own-database.ts";
import { prepareCutOutNetwork } from "../start/cut-out-network.ts";
import { MemoryWatch } from "./parts/measure.ts";
import { makePictures } from "./parts/pictures.ts";

const workerCounts = [1, 2, 4];
const watchEveryMs = 500;
const endWithinMs = 10 * 60_000;
const credits = 100_000;
const { values } = parseArgs({ options: { photos: { type: "string", default: "24" } } });
const photos = Number(values.photos);
let orders = 0;

if (hasOwnDatabase()) await measureAll();
else process.exitCode = await runOnOwnDatabase(import.meta.filename, process.argv.slice(2));

async function measureAll(): Promise<void> {
  const pictures = await makePictures();
  const [first] = pictures;
  if (!first) throw new Error("there are no samples");
  const [, caller] = await openCallers(2, first, credits);
  if (!caller) throw new Error("no account");
  const folder = inputsFolder(caller.userId);
  const urls: string[] = [];
  for (const picture of pictures) urls.push((await imageHost().upload(picture, { folder })).url);
  console.log(
    `${os.cpus().length} cores (${os.cpus()[0]?.model}), load before ${os.loadavg()[0]?.toFixed(1)}`,
  );
  // Otherwise every worker would wait for the network, because they start at the same time.
  await prepareCutOutNetwork();
  for (const workers of workerCounts) await measure(workers, caller, urls);
  await disconnectDb();
  process.exit();
}

async function measure(workers: number, caller: Caller, urls: readonly string[]): Promise<void> {
  await using cluster = await openCluster({
    web: () => ["lib/testing/cluster/web-child.ts"],
    webPorts: [await findTestPort()],
    proxyPort: Number(new URL(env().BASE_URL).port),
    workers,
    slots: 1,
    studio: "embedded",
    environment: { PIXEL_WORKERS: "1" },
  });
  // Warm-up: loads the network in each worker.
  await make(cluster, caller, urls.slice(0, 2 * workers));
  const [before, rows] = await Promise.all([folderBytes(env().DATA_DIR), databaseBytes()]);
  const watches = [...cluster.webs, ...cluster.workers].map(({ name, pid }) => ({
    name,
    memory: new MemoryWatch(pid),
  }));
  const watch = setInterval(() => {
    for (const { memory } of watches) void memory.follow();
  }, watchEveryMs);
  const startedAtMs = performance.now();
  await make(
    cluster,
    caller,
    Array.from({ length: photos }, (_, index) => urls[index % urls.length] ?? ""),
  ).finally(() => clearInterval(watch));
  const rate = (photos * 60_000) / (performance.now() - startedAtMs);
  const perPhoto = (bytes: number) => `${(bytes / photos / 1000).toFixed(0)} KB`;
  const cores = Math.min(workers, os.cpus().length);
  console.log(
    `${workers} workers: ${rate.toFixed(1)} photos a minute, ${(rate / cores).toFixed(1)} per core in use ` +
      `(load ${os.loadavg()[0]?.toFixed(1)}); per photo ${perPhoto((await folderBytes(env().DATA_DIR)) - before)} of ` +
      `files, ${perPhoto((await databaseBytes()) - rows)} of database`,
  );
  for (const { name, memory } of watches) {
    const parts = Object.entries(memory.peak.byName).map(
      ([kind, bytes]) => `${kind} ${(bytes / 1e6).toFixed(0)} MB`,
    );
    console.log(`  ${name} at its peak: ${(memory.peak.bytes / 1e6).toFixed(0)} MB (${parts.join(", ")})`);
  }
}

async function make(cluster: Cluster, caller: Caller, urls: readonly string[]): Promise<void> {
  const client = new Client(cluster.url);
  for (const imageUrl of urls) {
    orders += 1;
    const { status } = await client.photo({ ...caller, imageUrl }, { key: `bench-${orders}`, wait: false });
    if (status !== 202) throw new Error(`an order was answered ${status}`);
  }
  if (!(await untilAllEnded(endWithinMs))) throw new Error("the photos were not made");
}

async function databaseBytes(): Promise<number> {
  const [row] = await db().$queryRaw<{ bytes: number }[]>(sql`
    SELECT pg_database_size(current_database())::float8 AS bytes`);
  return row?.bytes ?? 0;
}

async function folderBytes(folder: string): Promise<number> {
  const names = await readdir(path.join(folder, "images"), { recursive: true }).catch(() => []);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(path.join(folder, "images", name)).then(
        (stats) => (stats.isFile() ? stats.blocks * 512 : 0),
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}
