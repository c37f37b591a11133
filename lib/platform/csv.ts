const encoder = new TextEncoder();

/**
 * Positions where a spreadsheet may detect a formula: at the start of a cell, and after characters that it may take
 * for the end of one. Many programs use `;` or a tab as separator, and then the quotes of RFC 4180 do not enclose the
 * cell.
 */
const ends = String.raw`;\t\v\f\r\n\u0085\u2028\u2029`;
const skipped = String.raw`(?:(?![${ends}])[\s"\p{Cc}\p{Cf}])*`;
const formulas = new RegExp(`(^|[${ends}])(?=${skipped}[=+\\-@＝＋－＠﹦﹢﹣﹫])`, "gu");
/** Some programs strip these before they check for a formula. */
const leadingBreak = /^[\t\r\n]/;

/** One row of CSV (RFC 4180). Text that a spreadsheet would execute as a formula is prefixed by an apostrophe. */
export function toCsvRow(cells: readonly (string | number)[]): string {
  return `${cells.map((cell) => (typeof cell === "number" ? String(cell) : quote(cell))).join(",")}\r\n`;
}

function quote(text: string): string {
  const marked = text.replaceAll(formulas, "$1'");
  const safe = leadingBreak.test(marked) ? `'${marked}` : marked;
  return /[";,\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A table in UTF-8 with a byte order mark, streamed on demand. `lines` yields whole rows. */
export function csvStream(
  columns: readonly string[],
  lines: AsyncGenerator<string>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream(
    {
      start: (controller) => controller.enqueue(encoder.encode(`\uFEFF${toCsvRow(columns)}`)),
      async pull(controller) {
        const { value, done } = await lines.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await lines.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
