import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A grey PNG; `extra` chunks stand before its pixels. */
export function greyPng(width: number, height: number, extra: readonly Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc((width + 1) * height), { level: 9 });
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    ...extra,
    chunk("IDAT", pixels),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A PNG of 64×64 pixels whose compressed texts unfold to gigabytes. */
export function textBomb(chunks: number): Buffer {
  const text = deflateSync(Buffer.alloc(48 * 1024 * 1024, "a"), { level: 9 });
  const extra = Array.from({ length: chunks }, (_, index) =>
    chunk("zTXt", Buffer.concat([Buffer.from(`Comment${index}\0\0`, "latin1"), text])),
  );
  return greyPng(64, 64, extra);
}

/** A picture of noise: a PNG of `side` pixels each way, three bytes a pixel, hardly compressed. */
export async function noisePng(side: number): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const create = { width: side, height: side, channels: 3, background: "white", noise } as const;
  return sharp({ create }).png({ compressionLevel: 0 }).toBuffer();
}
