/**
 * Measures /api/live during a backup, then verifies the archive and restores it elsewhere. Pictures are small because
 * their number matters here.
 *
 *   npm run bench -- backup [--pictures 10000] [--rows 1000000] [--picture-bytes 20000]
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { findPostgres } from "#lib/db/embedded.ts";
import { percentile } from "./parts/measure.ts";
import { runAdmin, startService } from "./parts/service.ts";

const { values } = parseArgs({
  options: {
    pictures: { type: "string", default: "10000" },
    rows: { type: "string", default: "1000000" },
    "picture-bytes": { type: "string", default: "20000" },
  },
});
const boundMs = 250;

await using service = await startService();
const folder = await mkdtemp(path.join(os.tmpdir(), "photos-bench-backup-"));
const archive = path.join(folder, "backup.tar");
const restored = path.join(folder, "restored");
try {
  await fill();
  const quiet = await whileAsking(() => delay(5_000));
  const made = await timed("backup create", () =>
    whileAsking(() => admin("backup", "create", "--out", archive)),
  );
  const { size } = await stat(archive);
  console.log(`archive ${(size / 1e6).toFixed(0)} MB`);
  report("/api/live before", quiet);
  report("/api/live during the backup", made);
  console.log(made.longest <= boundMs ? `≤ ${boundMs} ms: holds` : `≤ ${boundMs} ms: DOES NOT HOLD`);
  await timed("backup verify", () => admin("backup", "verify", archive));
  await timed("restore", () => admin("restore", archive, "--data-dir", restored));
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Writes rows and pictures of one account directly into the service's storage. */
async function fill(): Promise<void> {
  const database = await findPostgres(service.dataDir);
  if (!database) throw new Error("the service's database is not running");
  const env = {
    ...service.env,
    DATABASE_URL: database.url,
    LOG_LEVEL: "error",
    DATABASE_TIMEOUT_MS: "600000",
  };
  const words = [values.pictures, values.rows, values["picture-bytes"]];
  const child = fork(path.join(import.meta.dirname, "parts/backup-child.ts"), words, { env });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error("the service could not be filled");
}

/** Runs the admin tool and prints its output. */
async function admin(...words: string[]): Promise<void> {
  const text = await runAdmin(words, service.env);
  console.log(text.trimEnd().replace(/^/gm, "  "));
}

async function timed<T>(name: string, run: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await run();
  console.log(`${name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return result;
}

interface Answers {
  count: number;
  median: number;
  high: number;
  longest: number;
}

/** Calls /api/live ten times a second until `work` has finished. */
async function whileAsking(work: () => Promise<unknown>): Promise<Answers> {
  const durations: number[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      const startedAt = performance.now();
      const answer = await fetch(`${service.demo.base_url}/api/live`);
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`/api/live answered ${answer.status}`);
      durations.push(performance.now() - startedAt);
      await delay(100);
    }
  })();
  await work().finally(() => {
    isOver = true;
  });
  await asking;
  return {
    count: durations.length,
    median: percentile(durations, 0.5),
    high: percentile(durations, 0.99),
    longest: Math.max(...durations),
  };
}

function report(name: string, { count, median, high, longest }: Answers): void {
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  console.log(`${name}: ${count} calls, p50 ${ms(median)}, p99 ${ms(high)}, longest ${ms(longest)}`);
}
