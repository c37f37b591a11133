import { crc32, deflateSync } from "node:zlib";

/** Pictures for tests that cost more resources than their size suggests. */

export function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** Inserts chunks after the header of a PNG. */
export function withPngChunks(png: Buffer, chunks: readonly Buffer[]): Buffer {
  const headerEnd = 8 + 12 + 13;
  return Buffer.concat([png.subarray(0, headerEnd), ...chunks, png.subarray(headerEnd)]);
}

/** A gray PNG whose header declares any size; contains only `rows` of it. */
export function rawPng(width: number, height: number, rows: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk("IHDR", header),
    pngChunk("IDAT", deflateSync(Buffer.alloc((width + 1) * rows), { level: 9 })),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

export function jpegSegment(marker: number, data: Uint8Array): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

export function riffChunk(type: string, data: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, "latin1");
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length & 1)]);
}

/** A GIF extension with any amount of data. */
export function gifBlocks(label: number, data: Uint8Array): Buffer {
  const blocks = [Buffer.from([0x21, label])];
  for (let at = 0; at < data.length; at += 255) {
    const block = data.subarray(at, at + 255);
    blocks.push(Buffer.from([block.length]), Buffer.from(block));
  }
  return Buffer.concat([...blocks, Buffer.from([0])]);
}

/** 85 compressed texts of many megabytes each: 44 seconds for a decoder that decompresses them. */
export function pngOfTexts(png: Buffer): Buffer {
  const text = Buffer.concat([Buffer.from("Comment\0\0"), deflateSync(Buffer.alloc(50_000_000, 65))]);
  return withPngChunks(png, Array<Buffer>(85).fill(pngChunk("zTXt", text)));
}
