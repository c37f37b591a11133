import { encode } from "uqr";

/** A QR code as the outline of its dark modules, in a square of `size` units including the quiet zone. */
export interface QrCode {
  path: string;
  size: number;
}

/** White modules on each side, as ISO/IEC 18004 requires. */
const quietZone = 4;

export function makeQrCode(text: string): QrCode {
  const { data, size } = encode(text, { ecc: "M", border: quietZone });
  const runs = data.flatMap((row, y) =>
    [...runsOf(row)].map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`),
  );
  return { path: runs.join(""), size };
}

function* runsOf(row: readonly boolean[]): Generator<[start: number, width: number]> {
  let start = -1;
  for (let x = 0; x <= row.length; x += 1) {
    if (row[x] && start < 0) start = x;
    if (!row[x] && start >= 0) {
      yield [start, x - start];
      start = -1;
    }
  }
}
