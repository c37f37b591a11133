interface TiffOptions {
  width: number;
  height: number;
  hasAlpha: boolean;
  icc: Uint8Array | null;
}

const pixelsAt = 8;
const rowsPerStrip = 16;

/** A field of TIFF 6.0, with values of two bytes, of four, or untyped bytes. */
type Field = [tag: number, type: "short" | "long" | "undefined", values: readonly number[] | Uint8Array];

const typeNumbers = { short: 3, long: 4, undefined: 7 } as const;
const valueBytes = { short: 2, long: 4, undefined: 1 } as const;

/**
 * Creates an uncompressed TIFF whose pixels (RGB or RGBA, 8 bits per channel, row by row) the caller fills in: the
 * only way to pass raw pixels together with a colour profile to sharp.
 */
export function createTiff({ width, height, hasAlpha, icc }: TiffOptions): { file: Buffer; pixels: Buffer } {
  const channels = hasAlpha ? 4 : 3;
  const stripBytes = rowsPerStrip * width * channels;
  const pixelBytes = width * height * channels;
  const starts = Array.from({ length: Math.ceil(height / rowsPerStrip) }, (_, strip) => strip * stripBytes);
  const directory = encodeDirectory(evenly(pixelsAt + pixelBytes), [
    [256, "long", [width]],
    [257, "long", [height]],
    [258, "short", Array<number>(channels).fill(8)],
    // Uncompressed; RGB.
    [259, "short", [1]],
    [262, "short", [2]],
    [273, "long", starts.map((start) => pixelsAt + start)],
    [277, "short", [channels]],
    [278, "long", [rowsPerStrip]],
    [279, "long", starts.map((start) => Math.min(stripBytes, pixelBytes - start))],
    [284, "short", [1]],
    // The fourth channel is straight alpha.
    ...(hasAlpha ? [[338, "short", [2]] satisfies Field] : []),
    ...(icc ? [[34_675, "undefined", icc] satisfies Field] : []),
  ]);
  const file = Buffer.alloc(evenly(pixelsAt + pixelBytes) + directory.length);
  file.write("II*\0", "latin1");
  file.writeUInt32LE(evenly(pixelsAt + pixelBytes), 4);
  file.set(directory, evenly(pixelsAt + pixelBytes));
  return { file, pixels: file.subarray(pixelsAt, pixelsAt + pixelBytes) };
}

/** Encodes the directory of a TIFF at `start`, followed by the values that do not fit into it. */
function encodeDirectory(start: number, fields: readonly Field[]): Buffer {
  const head = Buffer.alloc(2 + fields.length * 12 + 4);
  head.writeUInt16LE(fields.length);
  const values: Buffer[] = [];
  let valuesAt = start + head.length;
  fields.forEach(([tag, type, own], index) => {
    const at = 2 + index * 12;
    const encoded = encodeValues(type, own);
    head.writeUInt16LE(tag, at);
    head.writeUInt16LE(typeNumbers[type], at + 2);
    head.writeUInt32LE(own.length, at + 4);
    if (encoded.length <= 4) head.set(encoded, at + 8);
    else {
      head.writeUInt32LE(valuesAt, at + 8);
      values.push(encoded);
      valuesAt += encoded.length;
    }
  });
  return Buffer.concat([head, ...values]);
}

function encodeValues(type: Field[1], values: Field[2]): Buffer {
  const encoded = Buffer.alloc(evenly(values.length * valueBytes[type]));
  values.forEach((value, index) => {
    encoded.writeUIntLE(value, index * valueBytes[type], valueBytes[type]);
  });
  return encoded;
}

/** Rounds up to an even offset: values of a TIFF begin at those. */
function evenly(bytes: number): number {
  return bytes + (bytes & 1);
}
