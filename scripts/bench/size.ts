/**
 * Measures lists, searches, sweeps, audit, export, deletion and backup at 10,000, 100,000 and 1,000,000 pieces of
 * work with their ledger, events, deliveries and mails. Prints milliseconds per size, and the ratio of the largest to
 * the smallest. Exits with 1 if a call exceeds its bound at the largest size.
 *
 *   npm run bench -- size [--rows 10000,100000,1000000] [--only TEXT]
 */
import os from "node:os";
import { parseArgs } from "node:util";
import { connectImages } from "#lib/connect-images.ts";
import { db, disconnectDb, sql } from "#lib/db/index.ts";
import { queue, stopQueue } from "#lib/queue/boss.ts";
import { hasOwnDatabase, runOnOwnDatabase } from "../parts/own-database.ts";
import { median } from "./parts/measure.ts";
import { fillWith } from "./parts/size-data.ts";
import { listOperations, type SizedOperation } from "./parts/size-operations.ts";

const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "10000,100000,1000000" },
    only: { type: "string", default: "" },
  },
});
const sizes = values.rows.split(",").map(Number);
/** Limit of a call's median at a million pieces of work. */
const boundMs = 100;
const repeats: Record<SizedOperation["kind"], number> = { call: 15, sum: 15, sweep: 5, whole: 1 };

interface Measured {
  p50: number;
  max: number;
  failure: string | null;
}

if (hasOwnDatabase()) await measure();
else process.exitCode = await runOnOwnDatabase(import.meta.filename, process.argv.slice(2));

async function measure(): Promise<void> {
  connectImages();
  await queue();
  const table = new Map<string, { kind: SizedOperation["kind"]; bySize: Measured[] }>();
  for (const size of sizes) {
    // Reuses the data of an earlier run, which has deleted one account.
    if (Math.abs((await db().generation.count()) - size) > 0.05 * size) {
      const ms = await fillWith(size);
      console.log(`${size} pieces of work in ${(ms / 1000).toFixed(0)} s`);
    }
    for (const { name, kind, run } of await listOperations()) {
      if (!name.includes(values.only)) continue;
      const row = table.get(name) ?? { kind, bySize: [] };
      row.bySize.push(await timed(run, repeats[kind]));
      table.set(name, row);
      process.stderr.write(`${size} ${lineOf(name, row.bySize.slice(-1))}\n`);
    }
  }
  console.log(`load ${os.loadavg()[0]?.toFixed(1)}; milliseconds, p50 / longest`);
  console.log(`| Operation | ${sizes.map((size) => size.toLocaleString("en")).join(" | ")} | ratio |`);
  console.log(`|---|${sizes.map(() => "---|").join("")}---|`);
  for (const [name, { bySize }] of table) console.log(lineOf(name, bySize));
  await reportGrowth(sizes.at(-1) ?? 1);
  const late = [...table].filter(
    ([, { kind, bySize }]) => kind === "call" && (bySize.at(-1)?.p50 ?? 0) > boundMs,
  );
  const failed = [...table].filter(([, { bySize }]) => bySize.some(({ failure }) => failure !== null));
  for (const [name] of late) console.log(`${name}: takes more than ${boundMs} ms`);
  await stopQueue();
  await disconnectDb();
  process.exit(late.length + failed.length > 0 ? 1 : 0);
}

/** Prints the bytes per piece of work in each table, with indexes. The larger `size`, the smaller the fixed part. */
async function reportGrowth(size: number): Promise<void> {
  const rows = await db().$queryRaw<{ name: string; bytes: number; ofIndexes: number }[]>(sql`
    SELECT relname AS name, pg_total_relation_size(oid)::float8 AS bytes, pg_indexes_size(oid)::float8 AS "ofIndexes"
    FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 2 DESC LIMIT 8`);
  const perPiece = (bytes: number) => (bytes / size).toFixed(0);
  const parts = rows.map(
    ({ name, bytes, ofIndexes }) => `${name} ${perPiece(bytes)} (${perPiece(ofIndexes)})`,
  );
  console.log(`bytes for each piece of work, those of indexes in brackets: ${parts.join(", ")}`);
}

async function timed(run: () => Promise<unknown>, times: number): Promise<Measured> {
  const durations: number[] = [];
  let failure: string | null = null;
  for (let done = 0; done < times && failure === null; done += 1) {
    const startedAtMs = performance.now();
    await run().catch((error: unknown) => {
      failure = error instanceof Error ? (error.message.split("\n").at(-1) ?? "") : String(error);
    });
    durations.push(performance.now() - startedAtMs);
  }
  return { p50: median(durations), max: Math.max(...durations), failure };
}

function lineOf(name: string, bySize: readonly Measured[]): string {
  const ms = (value: number) => (value < 10 ? value.toFixed(1) : value.toFixed(0));
  const cells = bySize.map(({ p50, max, failure }) => failure ?? `${ms(p50)} / ${ms(max)}`);
  const [first, last] = [bySize[0]?.p50 ?? 0, bySize.at(-1)?.p50 ?? 0];
  return `| ${name} | ${cells.join(" | ")} | ${(last / first).toFixed(1)} |`;
}
