const encoder = new TextEncoder();

/** One row of CSV (RFC 4180). Text that a spreadsheet would take for a formula gets an apostrophe in front. */
export function toCsvRow(cells: readonly (string | number)[]): string {
  return `${cells.map((cell) => (typeof cell === "number" ? String(cell) : quote(cell))).join(",")}\r\n`;
}

function quote(text: string): string {
  const safe = /^[\s]*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A table in UTF-8 with a byte order mark, sent as its reader takes it. `lines` gives whole rows. */
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
