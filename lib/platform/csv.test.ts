import fc from "fast-check";
import { expect, test } from "vitest";
import { toCsvRow } from "./csv.ts";

/** Parses cells like a spreadsheet that recognizes quotes only at the start of a cell. */
function readCells(text: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = "";
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') cell += text[at++];
      else quoted = false;
    } else if (character === '"' && cell === "") quoted = true;
    else if (character === separator || character === "\r" || character === "\n") {
      cells.push(cell);
      cell = "";
    } else cell += character;
  }
  return [...cells, cell];
}

const isFormula = (cell: string) =>
  /^[=+\-@\t\r]/.test(cell.normalize("NFKC").replace(/^[\s"\p{Cc}\p{Cf}]+/u, ""));

const hostile = fc
  .array(
    fc.constantFrom(
      ...["=", "+", "-", "@", "＝", "＋", "－", "＠", "﹦", "﹢", "﹣", "﹫"],
      ...[
        ";",
        "\t",
        "\r",
        "\n",
        ",",
        '"',
        "'",
        " ",
        "\u00a0",
        "\u200b",
        "\ufeff",
        "\u2028",
        "\v",
        "a",
        "1+1",
        "ä",
      ],
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

test.each([",", ";", "\t"])("no cell of any text is a formula with the separator %j", (separator) => {
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 1, maxLength: 4 }), (texts) => {
      const row = toCsvRow(["first", ...texts]);
      // Some programs ignore quotes when the separator is not the comma.
      const naive = separator === "," ? [] : row.split(new RegExp(`[${separator}\\r\\n]`));
      expect([...readCells(row, separator), ...naive].filter(isFormula)).toEqual([]);
    }),
    { numRuns: 5_000 },
  );
});

test("text without a formula is unchanged for a reader of RFC 4180", () => {
  const plain = ["", "a", 'a "b"', "a, b", "a;b", "line\nbreak", "1-2", "x=y", "it's", "a; b = c", "ﬁ"];
  expect(readCells(toCsvRow(plain), ",").slice(0, plain.length)).toEqual(plain);
  expect(toCsvRow([-1, "-1"])).toBe("-1,'-1\r\n");
});

test.each([
  ["=1+1", "'=1+1"],
  ["x;=1+1", "x;'=1+1"],
  ["x\t@SUM(A1)", "x\t'@SUM(A1)"],
  ["x\r\n-1", "x\r\n'-1"],
  ["  ＝1+1", "'  ＝1+1"],
  ['x;"=1+1"', 'x;\'"=1+1"'],
  ["\ttext", "'\ttext"],
])("%j is written as %j", (text, safe) => {
  expect(readCells(toCsvRow([text]), ",")[0]).toBe(safe);
});
