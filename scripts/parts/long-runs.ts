import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const file = fileURLToPath(new URL("../../docs/long-runs.json", import.meta.url));
const longRunSchema = z.object({
  /** The invariant that was tested (`lib/testing/evidence/invariants.ts`). */
  id: z.string(),
  date: z.iso.date(),
  command: z.string(),
  result: z.string(),
});
type LongRun = z.infer<typeof longRunSchema>;

/** The latest result of each trial that takes too long for regular test runs. */
async function readLongRuns(): Promise<LongRun[]> {
  return z.array(longRunSchema).parse(JSON.parse(await readFile(file, "utf8")));
}

/** Records the result of a long run for docs/reliability.md; replaces an earlier one of the same command. */
export async function recordLongRun(run: Omit<LongRun, "date">): Promise<void> {
  const others = (await readLongRuns()).filter(({ command }) => command !== run.command);
  const date = new Date().toISOString().slice(0, 10);
  await writeFile(file, `${JSON.stringify([...others, { ...run, date }], null, 2)}\n`);
}

/** The section of docs/reliability.md; empty without a long run. */
export async function longRunsSection(): Promise<string> {
  const rows = (await readLongRuns()).map(
    ({ id, date, command, result }) => `| ${id} | ${date} | \`${command}\` | ${result} |`,
  );
  if (rows.length === 0) return "";
  const head = "| | Date | Command | Result |\n|---|---|---|---|";
  return `\n## Long runs\n\nThe latest result of each, from \`docs/long-runs.json\`.\n\n${head}\n${rows.join("\n")}\n`;
}
