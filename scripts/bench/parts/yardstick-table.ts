import { readFile, writeFile } from "node:fs/promises";
import type { EdgeQuality } from "#lib/testing/imaging/edge-quality.ts";
import { type ClassErrors, errorsByClass, worstClass, type YardstickRun } from "./cutout-yardstick.ts";

const document = new URL("../../../docs/cutouts.md", import.meta.url);
const begin = "<!-- yardstick: written by `npm run bench -- cutout --only yardstick --write` -->";
const end = "<!-- /yardstick -->";

interface Column {
  title: string;
  key: keyof EdgeQuality;
  digits: number;
}

const columns: readonly Column[] = [
  { title: "MAE", key: "mae", digits: 4 },
  { title: "SAD, k", key: "sad", digits: 1 },
  { title: "gradient", key: "gradientError", digits: 3 },
  { title: "band", key: "bandMae", digits: 3 },
  { title: "composite", key: "compositeError", digits: 1 },
  { title: "on white", key: "compositeOnWhite", digits: 1 },
  { title: "on black", key: "compositeOnBlack", digits: 1 },
  { title: "on green", key: "compositeOnGreen", digits: 1 },
];

interface Compared {
  ours: EdgeQuality;
  imgly: EdgeQuality;
}

function cell({ ours, imgly }: Compared, { key, digits }: Column): string {
  return `${ours[key].toFixed(digits)} / ${imgly[key].toFixed(digits)}`;
}

/** Ratio of our error to theirs: below 1 is better. */
function ratio({ ours, imgly }: Compared, key: keyof EdgeQuality): string {
  return (ours[key] / imgly[key]).toFixed(2);
}

const titles = [...columns.map(({ title }) => title), "band ratio", "composite ratio"];

function cellsOf(both: Compared): string[] {
  return [
    ...columns.map((column) => cell(both, column)),
    ratio(both, "bandMae"),
    ratio(both, "compositeError"),
  ];
}

function headline({ precision }: YardstickRun): string {
  return `, computed in ${precision}`;
}

export function printRun(run: YardstickRun): void {
  console.log(`\nYardstick: ours / imgly${headline(run)}; lower is better`);
  const line = (name: string, cells: readonly string[]) =>
    console.log(`  ${name.padEnd(26)} ${cells.map((text) => text.padStart(15)).join(" ")}`);
  line("picture", titles);
  for (const picture of run.judged) line(picture.name, cellsOf(picture));
  line("\n  class", titles);
  const rows = errorsByClass(run.judged);
  for (const row of rows) line(`${row.name} (${row.pictures})`, cellsOf(row));
  console.log(`  ${worstOf(rows)}`);
}

function worstOf(rows: readonly ClassErrors[]): string {
  const worst = worstClass(rows);
  return worst === undefined
    ? ""
    : `Worst class by the error in the band: ${worst.name} (${worst.ours.bandMae.toFixed(3)}).`;
}

function toMarkdown(run: YardstickRun): string {
  const rows = errorsByClass(run.judged);
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    `Ours / imgly${headline(run)}, means over the pictures of a class:`,
    "",
    row(["class", "pictures", ...titles]),
    row(["---", ...[...titles, ""].map(() => "---:")]),
    ...rows.map((errors) => {
      const name = errors.name === "all" ? "**all**" : errors.name;
      return row([name, String(errors.pictures), ...cellsOf(errors)]);
    }),
    "",
    worstOf(rows),
  ].join("\n");
}

/** Writes the tables of all runs between the two markers in the document. */
export async function writeTables(runs: readonly YardstickRun[]): Promise<void> {
  const text = await readFile(document, "utf8");
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error("docs/cutouts.md has lost its marks");
  const tables = runs.map(toMarkdown).join("\n\n");
  await writeFile(document, `${before}${begin}\n\n${tables}\n\n${end}${after}`);
}
