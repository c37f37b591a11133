import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Invariant, sections } from "#lib/testing/evidence/invariants.ts";
import type { TrialRecord } from "#lib/testing/evidence/record.ts";

interface Sum {
  tried: number;
  failed: number;
  files: Set<string>;
}

const introduction = `# What holds, and how often it was tried

Written by a whole run of \`npm test\`, from the counts of the tests themselves; a run that finds one of these untried fails. A trial is one call, kill, payment, seed or vector. The attacks are repeated against a running service, with response times and memory, by \`npm run attack\`.
`;

/** Writes docs/reliability.md from the records of a whole run. Answers what is wrong with them, in words. */
export async function writeReliability(recordsFolder: string, file: string): Promise<string[]> {
  const sums = sumUp(await readRecords(recordsFolder));
  const problems: string[] = [];
  const parts = Object.entries(sections).map(([title, invariants]) => {
    const rows = Object.entries<Invariant>(invariants).map(([id, invariant]) => {
      const sum = sums.get(id);
      if (!sum && !invariant.elsewhere) problems.push(`no test tried "${id}"`);
      if (sum && sum.failed > 0) problems.push(`"${id}" failed ${sum.failed} times`);
      return rowOf(id, invariant, sum);
    });
    return `\n## ${title}\n\n| | What holds | Tried | Failed | In |\n|---|---|---:|---:|---|\n${rows.join("\n")}\n`;
  });
  await writeFile(file, introduction + parts.join(""));
  return problems;
}

function rowOf(id: string, { holds, elsewhere }: Invariant, sum: Sum | undefined): string {
  if (!sum) return `| ${id} | ${holds} | – | – | ${elsewhere ?? "**not shown by tests**"} |`;
  const files = [...sum.files].sort().map((name) => `\`${name}\``);
  return `| ${id} | ${holds} | ${sum.tried.toLocaleString("en")} | ${sum.failed} | ${files.join(", ")} |`;
}

function sumUp(records: readonly TrialRecord[]): Map<string, Sum> {
  const sums = new Map<string, Sum>();
  for (const { id, tried, failed, file } of records) {
    const sum = sums.get(id) ?? { tried: 0, failed: 0, files: new Set() };
    sum.tried += tried;
    sum.failed += failed;
    sum.files.add(file);
    sums.set(id, sum);
  }
  return sums;
}

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
