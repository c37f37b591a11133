/** One row of a CSV file. */
export interface TableRow {
  /** Line of the file on which the row begins, from 1. */
  line: number;
  cells: string[];
  /** Its last cell has no closing quote: it contains the rest of the file. */
  isOpen: boolean;
}

/** Rows that are not empty. Accepts a byte order mark, all ends of lines, and quoted cells with breaks. */
export function* readRows(content: string, separator: string): Generator<TableRow> {
  const text = content.replace(/^\uFEFF/, "");
  let cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  let line = 1;
  let startLine = 1;
  for (let at = 0; at <= text.length; at += 1) {
    const character = text[at];
    const isBreak = character === "\n" || (character === "\r" && text[at + 1] !== "\n");
    if (isBreak) line += 1;
    if (isQuoted && character !== undefined) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') cell += text[at++];
      else isQuoted = false;
    } else if (character === '"' && cell.trim() === "") {
      cell = "";
      isQuoted = true;
    } else if (character === separator || isBreak || character === undefined) {
      cells.push(cell.trim());
      cell = "";
      if (character === separator) continue;
      if (cells.some((value) => value !== "")) yield { line: startLine, cells, isOpen: isQuoted };
      cells = [];
      startLine = line;
    } else cell += character;
  }
}

/** Before what a spreadsheet takes for a formula, at the start of a cell or of what it may take for one. */
const formulas = /(^|[;\t\r\n])(?=[\s"\p{C}]*[=+\-@＝＋－＠﹦﹢﹣﹫])/gu;

/** One row of CSV (RFC 4180); formulas are prefixed by an apostrophe. */
export function toRow(cells: readonly string[]): string {
  const quoted = cells.map((cell) => {
    const safe = cell.replace(formulas, "$1'");
    return /[";,\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${quoted.join(",")}\r\n`;
}
