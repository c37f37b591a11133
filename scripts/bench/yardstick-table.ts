import { readFile, writeFile } from "node:fs/promises";
import type { EdgeQuality } from "#lib/testing/imaging/edge-quality.ts";

const document = new URL("../../docs/cutouts.md", import.meta.url);
const begin = "<!-- yardstick: written by `npm run bench -- cutout --only yardstick --write` -->";
const end = "<!-- /yardstick -->";

export interface Compared {
  name: string;
  class: string;
  ours: EdgeQuality;
  imgly: EdgeQuality;
}

type Key = keyof EdgeQuality;

/** Title, error and digits of each column; lower is better. */
const columns: readonly (readonly [title: string, key: Key, digits: number])[] = [
  ["MAE", "mae", 4],
  ["band", "bandMae", 3],
  ["composite", "compositeError", 1],
];

const titles = [...columns.map(([title]) => title), "band ratio", "composite ratio"];

/** Titles for the terminal, as wide as their cells. */
export const headingOf = () => titles.map((title) => title.padStart(15));

/** Name and cells of each class, as means over its pictures, then those of all. */
export function rowsOf(compared: readonly Compared[]): string[][] {
  const classes = Map.groupBy(compared, (one) => one.class).set("all", [...compared]);
  return [...classes].map(([name, own]) => {
    const mean = (who: "ours" | "imgly", key: Key) =>
      own.reduce((sum, one) => sum + one[who][key], 0) / own.length;
    const ratio = (key: Key) => (mean("ours", key) / mean("imgly", key)).toFixed(2);
    const cells = columns.map(
      ([, key, digits]) => `${mean("ours", key).toFixed(digits)} / ${mean("imgly", key).toFixed(digits)}`,
    );
    return [`${name} (${own.length})`, ...cells, ratio("bandMae"), ratio("compositeError")];
  });
}

interface Run {
  precision: string;
  compared: readonly Compared[];
}

function toMarkdown({ precision, compared }: Run): string {
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    `Ours / imgly, computed in ${precision}, means over the pictures of a class:`,
    "",
    row(["class (pictures)", ...titles]),
    row(["---", ...titles.map(() => "---:")]),
    ...rowsOf(compared).map(row),
  ].join("\n");
}

/** Writes the tables of all runs between the two markers in the document. */
export async function writeTables(runs: readonly Run[]): Promise<void> {
  const text = await readFile(document, "utf8");
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error("docs/cutouts.md has lost its marks");
  await writeFile(document, `${before}${begin}\n\n${runs.map(toMarkdown).join("\n\n")}\n\n${end}${after}`);
}
