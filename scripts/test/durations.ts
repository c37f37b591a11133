import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { FileResult } from "./results.ts";

const shown = 10;

/** Keeps the seconds of each test file beside those of files that this run left out. */
export async function storeDurations(files: ReadonlyMap<string, FileResult>, file: string): Promise<void> {
  const before: Record<string, number> = JSON.parse(await readFile(file, "utf8").catch(() => "{}"));
  const measured = [...files].map(([name, { seconds }]) => [name, Number(seconds.toFixed(1))]);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify({ ...before, ...Object.fromEntries(measured) }, null, 2)}\n`);
}

export function printSlowest(files: ReadonlyMap<string, FileResult>): void {
  const slowest = [...files].sort(([, a], [, b]) => b.seconds - a.seconds).slice(0, shown);
  console.log("\nThe slowest files:");
  for (const [name, { seconds, tests }] of slowest)
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${name} (${tests})`);
}
