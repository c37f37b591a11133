import { readFile } from "node:fs/promises";
import path from "node:path";
import { UsageError } from "../usage.ts";
import { readRows, type TableRow } from "./table.ts";

/** A picture to process: a file, or the address of one. */
export interface Source {
  /** How messages name it: its path in the folder, or the line of the table. */
  name: string;
  /** Path of the file, or its address. */
  place: string;
  isAddress: boolean;
  /** Identifies the product in results.csv. */
  id: string;
  /** File name of its result without extension, still without the options. */
  stem: string;
  title: string;
  metadata?: Record<string, string>;
}

export interface WrongRow {
  name: string;
  problem: string;
}

const withoutEnding = (name: string) => name.slice(0, name.length - path.extname(name).length);

export function sourceOfFile(folder: string, name: string): Source {
  const stem = withoutEnding(name);
  const id = stem.split(path.sep).join("/");
  return { name, place: path.join(folder, name), isAddress: false, id, stem, title: path.basename(stem) };
}

const addressColumn = "image_url";
const idColumns = ["sku", "id"];
/** The service accepts as many pairs of metadata. */
const maxColumns = 20;

/**
 * Reads the pictures of a CSV file: the column image_url, and the others as metadata, or only those in `columns`.
 * Rows without a usable address are returned as wrong, by their lines.
 */
export async function readSources(
  file: string,
  columns: readonly string[] | undefined,
): Promise<{ sources: Source[]; wrong: WrongRow[] }> {
  const [header, ...rows] = readTable(await readText(file), file);
  const names = header.cells;
  const used = names.flatMap((name, at) =>
    name !== "" && !isColumn(name, addressColumn) && (columns?.includes(name) ?? true) ? [at] : [],
  );
  const unknown = columns?.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(`${file} has no column ${unknown}.`, { fix: `Its columns: ${names.join(", ")}.` });
  }
  if (used.length > maxColumns) {
    throw new UsageError(`${file} has ${used.length} columns for metadata, but ${maxColumns} are possible.`, {
      fix: "Choose the columns, such as --columns sku,color.",
    });
  }
  const place = placeOf(names, addressColumn);
  const idPlace = idColumns.map((name) => placeOf(names, name)).find((at) => at >= 0) ?? -1;
  const sources: Source[] = [];
  const wrong: WrongRow[] = [];
  for (const row of rows) {
    const name = `${path.basename(file)}:${row.line}`;
    const address = row.cells[place] ?? "";
    const problem = problemOf(row, { address, columns: names.length });
    if (problem !== null) {
      wrong.push({ name, problem });
      continue;
    }
    const id =
      row.cells[idPlace] || withoutEnding(path.posix.basename(new URL(address).pathname)) || "picture";
    const pairs = used.flatMap((at) => (row.cells[at] ? [[names[at] ?? "", row.cells[at]] as const] : []));
    sources.push({
      name,
      place: address,
      isAddress: true,
      id,
      stem: id
        .replace(/[^\p{L}\p{N}._-]+/gu, "-")
        .replace(/^\.+/, "-")
        .slice(0, 100),
      title: id,
      metadata: Object.fromEntries(pairs),
    });
  }
  return { sources, wrong };
}

async function readText(file: string): Promise<string> {
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw new UsageError(`${file} cannot be read.`, { fix: "Check the path and its permissions.", cause });
  });
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  try {
    return new TextDecoder(isWide ? "utf-16le" : "utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new UsageError(`${file} is not in UTF-8.`, { fix: 'Save it as "CSV UTF-8".', cause });
  }
}

const isColumn = (cell: string, name: string) => cell.toLowerCase() === name;
const placeOf = (names: readonly string[], name: string) => names.findIndex((cell) => isColumn(cell, name));

/** The rows, separated by whichever character yields a header with the addresses. */
function readTable(text: string, file: string): [TableRow, ...TableRow[]] {
  for (const separator of [",", ";", "\t"]) {
    const [header, ...rows] = readRows(text, separator);
    if (!header || placeOf(header.cells, addressColumn) < 0) continue;
    const twice = header.cells.find((name, at) => name !== "" && header.cells.indexOf(name) < at);
    if (twice === undefined) return [header, ...rows];
    throw new UsageError(`${file} has two columns ${twice}.`, { fix: "Rename one of them." });
  }
  throw new UsageError(`${file} has no column ${addressColumn}.`, {
    fix: `Name the column with the addresses ${addressColumn}, in the first line.`,
  });
}

function problemOf({ cells, isOpen }: TableRow, row: { address: string; columns: number }): string | null {
  if (isOpen) return "A quotation mark is not closed; the rows after it were not read.";
  if (cells.length > row.columns)
    return `It has ${cells.length} cells, but there are ${row.columns} columns.`;
  if (row.address === "") return `${addressColumn} is empty.`;
  if (!/^https?:\/\//i.test(row.address) || !URL.canParse(row.address)) {
    return `${row.address} is not an address. Use https://…`;
  }
  return null;
}
