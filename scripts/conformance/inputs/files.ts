import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import type { ReasonKey } from "#lib/platform/reasons.ts";
import { readPicture } from "../world.ts";

export interface UnreadableFile {
  name: string;
  bytes: Uint8Array;
  /** The reason of its refusal; one of several where formats are told apart by their first bytes. */
  reasons: readonly ReasonKey[];
}

const noPicture: readonly ReasonKey[] = ["picture_format_unknown"];
const damaged: readonly ReasonKey[] = ["picture_data_damaged", "picture_unreadable"];

/** Files that senders take for pictures. All are made here, so that none needs to be stored. */
export async function unreadableFiles(): Promise<UnreadableFile[]> {
  const jpeg = await readPicture();
  const small = sharp(jpeg).resize(64, 64);
  const encode = (format: "png" | "webp" | "gif" | "tiff") => small.clone().toFormat(format).toBuffer();
  const formats = ["png", "webp", "gif", "tiff"] as const;
  const [png, webp, gif, tiff] = (await Promise.all(formats.map(encode))) as [Buffer, Buffer, Buffer, Buffer];
  const avif = await small.clone().avif({ effort: 0 }).toBuffer();
  const half = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2));
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"/>';
  const as = (reasons: readonly ReasonKey[], files: Record<string, Uint8Array | string>): UnreadableFile[] =>
    Object.entries(files).map(([name, bytes]) => ({ name, bytes: Buffer.from(bytes), reasons }));
  return [
    ...as(noPicture, {
      HTML: "<!doctype html><title>Not found</title>",
      text: "a picture of a mug",
      PDF: "%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n",
      SVG: svg,
      BMP: bmp(64, 64),
      ZIP: Buffer.from("504b0506000000000000000000000000000000000000", "hex"),
      "one byte": Buffer.from([0xff]),
    }),
    ...as(damaged, {
      "truncated JPEG": half(jpeg),
      "truncated PNG": half(png),
      "truncated WebP": half(webp),
      "truncated GIF": half(gif),
      "truncated TIFF": half(tiff),
      "truncated AVIF": half(avif),
      "damaged HEIC": heic(),
    }),
    ...as([...damaged, ...noPicture], { "JPEG without its pixels": jpeg.subarray(0, 3) }),
    ...as(["picture_too_small"], { "PNG of 15 × 40 pixels": blackPng(15, 40) }),
    ...as(["picture_too_large", "picture_size_too_large"], {
      "PNG of 144 megapixels": blackPng(12_000, 12_000),
    }),
  ];
}

/** An upright 24-bit bitmap of one color. */
function bmp(width: number, height: number): Buffer {
  const pixels = width * height * 3;
  const head = Buffer.alloc(54);
  head.write("BM");
  head.writeUInt32LE(54 + pixels, 2);
  head.writeUInt32LE(54, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(height, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(24, 28);
  return Buffer.concat([head, Buffer.alloc(pixels, 0x80)]);
}

/** A PNG of one bit per pixel: few bytes for many pixels. */
function blackPng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 1 });
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** The first box of a HEIC file, followed by nothing that a decoder can read. */
function heic(): Buffer {
  const box = Buffer.alloc(24);
  box.writeUInt32BE(24, 0);
  box.write("ftypheic\0\0\0\0mif1heic", 4, "latin1");
  return Buffer.concat([box, Buffer.alloc(2_000, 0x5a)]);
}
