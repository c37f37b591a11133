// `npm run bench -- NAME`: figures of this machine, the most telling ones as ratios measured in one run.
import { spawnSync } from "node:child_process";
import os from "node:os";
import { parseArgs } from "node:util";
import { heavyAllocation } from "#lib/imaging/worker/bounds.ts";
import type { BenchOptions } from "./bench/options.ts";
import { hasOwnDatabase, runOnOwnDatabase } from "./parts/own-database.ts";

interface Bench {
  measures: string;
  /** Whether it runs on a database of its own instead of a whole service. */
  ownDatabase?: true;
  /** Whether this process does the work of a pixel worker, so that it needs the settings of one. */
  asPixelWorker?: true;
  load(): Promise<{ run(options: BenchOptions): Promise<void> }>;
}

const benches: Record<string, Bench> = {
  start: {
    measures: "seconds to a healthy service, new and warm; memory idle and during photos up to 4K",
    load: () => import("./bench/start.ts"),
  },
  photo: {
    measures: "one photo, cut-out, further scene and preview alone: wall and processor time",
    asPixelWorker: true,
    load: () => import("./bench/photo.ts"),
  },
  cutout: {
    measures:
      "cut-outs against @imgly/background-removal-node: time and edge errors [--only CLASS|NAME] [--write]",
    load: () => import("./bench/cutout.ts"),
  },
  warnings: {
    measures: "how many of the photos with a warning are visibly faulty, by labels [--only NAME] [--write]",
    load: () => import("./bench/warnings.ts"),
  },
  throughput: {
    measures: "photos a minute for six callers, in each precision [--photos N] [--only int8]",
    load: () => import("./bench/throughput.ts"),
  },
  api: {
    measures: "GET /credits against a bare handler of the framework; uploads",
    load: () => import("./bench/api.ts"),
  },
  jobs: {
    measures: "what a call adds to its generator; jobs/s by workers; a batch of 40 [--only call|scale|batch]",
    ownDatabase: true,
    load: () => import("./bench/jobs.ts"),
  },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "3" },
    photos: { type: "string", default: "50" },
    only: { type: "string", default: "" },
    write: { type: "boolean", default: false },
  },
});
const bench = benches[positionals[0] ?? ""];

if (!bench) {
  console.error("Usage: npm run bench -- NAME [--rounds N], NAME being one of:");
  for (const [name, { measures }] of Object.entries(benches))
    console.error(`  ${name.padEnd(12)}${measures}`);
  process.exitCode = 2;
} else if (bench.ownDatabase && !hasOwnDatabase()) {
  process.exitCode = await runOnOwnDatabase(import.meta.filename, process.argv.slice(2));
} else if (bench.asPixelWorker && process.env.AS_PIXEL_WORKER !== "1") {
  const env = { ...process.env, ...heavyAllocation, AS_PIXEL_WORKER: "1" };
  process.exitCode =
    spawnSync(process.execPath, process.argv.slice(1), { env, stdio: "inherit" }).status ?? 1;
} else {
  const [cpu] = os.cpus();
  console.log(`${os.availableParallelism()} cores (${cpu?.model}), load ${os.loadavg()[0]?.toFixed(1)}`);
  const { run } = await bench.load();
  await run({
    rounds: Math.max(1, Number(values.rounds)),
    photos: Number(values.photos),
    only: values.only,
    write: values.write,
  }).catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
  // Connections and workers of the measured code may still be open.
  process.exit();
}
