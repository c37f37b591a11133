import type { Size } from "#lib/contract/photos/sizes.ts";
import type { GreyPicture } from "./pixels.ts";

const signature = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Rows are compressed in parts of about this size, so that the page stays responsive. */
const partBytes = 1024 * 1024;

/**
 * Encodes the mask at another size as an 8-bit grey PNG. A canvas cannot: it writes no single-channel PNG and does
 * not keep exact values.
 */
export async function encodeGreyPng(mask: GreyPicture, { width, height }: Size): Promise<Blob> {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  // Bit depth 8, color type grey, and 0 for compression, filter and interlace method.
  header.set([8, 0, 0, 0, 0], 8);
  const pixels = new Response(
    filteredRows(mask, { width, height }).pipeThrough(new CompressionStream("deflate")),
  );
  const data = new Uint8Array(await pixels.arrayBuffer());
  const parts = [signature, chunk("IHDR", header), chunk("IDAT", data), chunk("IEND", new Uint8Array())];
  return new Blob(parts, { type: "image/png" });
}

/** All rows, each preceded by its filter type: Up, the difference to the row above, which in masks is mostly zero. */
function filteredRows(mask: GreyPicture, { width, height }: Size) {
  const readRow = createRowReader(mask, { width, height });
  let y = 0;
  let above = new Uint8Array(width);
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const rows = Math.min(height - y, Math.max(1, Math.floor(partBytes / (width + 1))));
      const part = new Uint8Array(rows * (width + 1));
      for (let row = 0; row < rows; row += 1, y += 1) {
        const current = readRow(y);
        const start = row * (width + 1);
        part[start] = 2;
        for (let x = 0; x < width; x += 1) part[start + 1 + x] = (current[x] ?? 0) - (above[x] ?? 0);
        above = current;
      }
      controller.enqueue(part);
      if (y >= height) controller.close();
    },
  });
}

/** Returns a reader for the rows of the mask at the given size, with bilinear interpolation. */
export function createRowReader(mask: GreyPicture, { width, height }: Size) {
  const isSameSize = width === mask.width && height === mask.height;
  const columns = positions(width, mask.width);
  const rows = positions(height, mask.height);
  return (y: number): Uint8Array<ArrayBuffer> => {
    const row = new Uint8Array(width);
    const upper = (rows.index[y] ?? 0) * mask.width;
    if (isSameSize) {
      row.set(mask.values.subarray(y * width, (y + 1) * width));
      return row;
    }
    const lower = Math.min(mask.height - 1, (rows.index[y] ?? 0) + 1) * mask.width;
    const down = rows.fraction[y] ?? 0;
    for (let x = 0; x < width; x += 1) {
      const left = columns.index[x] ?? 0;
      const right = Math.min(mask.width - 1, left + 1);
      const share = columns.fraction[x] ?? 0;
      const top = blend(mask.values[upper + left] ?? 0, mask.values[upper + right] ?? 0, share);
      const bottom = blend(mask.values[lower + left] ?? 0, mask.values[lower + right] ?? 0, share);
      row[x] = Math.round(blend(top, bottom, down));
    }
    return row;
  };
}

function blend(one: number, other: number, share: number): number {
  return one + (other - one) * share;
}

/** Maps the centers of `count` pixels to positions among `sourceCount` pixels. */
function positions(count: number, sourceCount: number) {
  const index = new Int32Array(count);
  const fraction = new Float32Array(count);
  for (let pixel = 0; pixel < count; pixel += 1) {
    const at = Math.min(sourceCount - 1, Math.max(0, ((pixel + 0.5) / count) * sourceCount - 0.5));
    index[pixel] = Math.floor(at);
    fraction[pixel] = at - Math.floor(at);
  }
  return { index, fraction };
}

function chunk(name: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(data.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(name), 4);
  bytes.set(data, 8);
  view.setUint32(bytes.length - 4, crc32(bytes.subarray(4, bytes.length - 4)));
  return bytes;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
}
