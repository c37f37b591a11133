import { connectImages } from "#lib/connect-images.ts";
import { db, disconnectDb, sql } from "#lib/db/index.ts";
import { queue, stopQueue } from "#lib/queue/boss.ts";
import { median, timed } from "../parts/measure.ts";
import { inMs, inSeconds, startTable } from "../parts/table.ts";
import type { BenchOptions } from "./options.ts";
import { fillWith } from "./size-data.ts";
import { listOperations, type SizedOperation } from "./size-operations.ts";

/** Limit of a call's median at a million pieces of work. */
const boundMs = 100;
const repeats: Record<SizedOperation["kind"], number> = { call: 15, sum: 15, sweep: 5, whole: 1 };

interface Measured {
  p50: number;
  max: number;
  failure: string | null;
}

/**
 * Every operation whose cost could grow with the number of rows, at each size. Ends with exit code 1 if one fails or
 * a call exceeds its bound at the largest size.
 */
export async function run({ rows: sizes, only }: BenchOptions): Promise<void> {
  connectImages();
  await queue();
  const measured = new Map<string, Measured[]>();
  const problems: string[] = [];
  for (const size of sizes) {
    const filled = await timed(() => fillWith(size));
    const print = startTable(`${size} pieces of work (filled in ${inSeconds(filled.wallMs)})`, [
      "p50",
      "longest",
      "ratio",
    ]);
    for (const { name, kind, run: operate } of await listOperations()) {
      if (!name.includes(only)) continue;
      const one = await measure(operate, repeats[kind]);
      const bySize = [...(measured.get(name) ?? []), one];
      measured.set(name, bySize);
      print(name, inMs(one.p50), inMs(one.max), (one.p50 / (bySize[0]?.p50 ?? one.p50)).toFixed(1));
      if (one.failure !== null) problems.push(`${name}: ${one.failure}`);
      if (kind === "call" && size === sizes.at(-1) && one.p50 > boundMs)
        problems.push(`${name}: takes more than ${boundMs} ms`);
    }
  }
  await reportGrowth(sizes.at(-1) ?? 1);
  for (const problem of problems) console.log(`✗ ${problem}`);
  await stopQueue();
  await disconnectDb();
  if (problems.length > 0) process.exitCode = 1;
}

/** Prints the bytes per piece of work in each table, with indexes. The larger `size`, the smaller the fixed part. */
async function reportGrowth(size: number): Promise<void> {
  const rows = await db().$queryRaw<{ name: string; bytes: number; ofIndexes: number }[]>(sql`
    SELECT relname AS name, pg_total_relation_size(oid)::float8 AS bytes, pg_indexes_size(oid)::float8 AS "ofIndexes"
    FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 2 DESC LIMIT 8`);
  const print = startTable("bytes per piece of work", ["in all", "of indexes"]);
  for (const { name, bytes, ofIndexes } of rows)
    print(name, (bytes / size).toFixed(0), (ofIndexes / size).toFixed(0));
}

async function measure(operate: () => Promise<unknown>, times: number): Promise<Measured> {
  const durations: number[] = [];
  let failure: string | null = null;
  for (let done = 0; done < times && failure === null; done += 1) {
    const { wallMs } = await timed(() =>
      operate().catch((error: unknown) => {
        failure = error instanceof Error ? (error.message.split("\n").at(-1) ?? "") : String(error);
      }),
    );
    durations.push(wallMs);
  }
  return { p50: median(durations), max: Math.max(...durations), failure };
}
