import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Invariant, sections } from "#lib/testing/evidence/invariants.ts";
import type { TrialRecord } from "#lib/testing/evidence/record.ts";
import { longRunsSection } from "../parts/long-runs.ts";

const introduction = `# What holds, and how often it was tried

Written by a whole run of \`npm test\`, from the counts of the tests themselves; a run that finds one of these untried fails. A trial is one call, kill, payment, seed or vector. The attacks are repeated against a running service, with response times and memory, by \`npm run attack\`.
`;

/** Writes docs/reliability.md from the records of a complete run. Returns the problems of the records as text. */
export async function writeReliability(recordsFolder: string, file: string): Promise<string[]> {
  const trials = Map.groupBy<string, TrialRecord>(await readRecords(recordsFolder), ({ id }) => id);
  const problems: string[] = [];
  const parts = Object.entries(sections).map(([title, invariants]) => {
    const rows = Object.entries<Invariant>(invariants).map(([id, invariant]) => {
      const records = trials.get(id) ?? [];
      const failed = sumOf(records, "failed");
      if (records.length === 0 && !invariant.elsewhere) problems.push(`no test tried "${id}"`);
      if (failed > 0) problems.push(`"${id}" failed ${failed} times`);
      return rowOf(id, invariant, records);
    });
    return `\n## ${title}\n\n| | What holds | Tried | Failed | In |\n|---|---|---:|---:|---|\n${rows.join("\n")}\n`;
  });
  await writeFile(file, introduction + parts.join("") + (await longRunsSection()));
  return problems;
}

function rowOf(id: string, { holds, elsewhere }: Invariant, records: readonly TrialRecord[]): string {
  if (records.length === 0) return `| ${id} | ${holds} | – | – | ${elsewhere ?? "**not shown by tests**"} |`;
  const tried = sumOf(records, "tried").toLocaleString("en");
  const files = [...new Set(records.map(({ file }) => file))].sort().map((name) => `\`${name}\``);
  return `| ${id} | ${holds} | ${tried} | ${sumOf(records, "failed")} | ${files.join(", ")} |`;
}

const sumOf = (records: readonly TrialRecord[], count: "tried" | "failed") =>
  records.reduce((sum, record) => sum + record[count], 0);

async function readRecords(folder: string): Promise<TrialRecord[]> {
  const names = await readdir(folder);
  const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), "utf8")));
  return texts.flatMap((text) =>
    text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as TrialRecord),
  );
}
