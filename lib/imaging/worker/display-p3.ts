import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { maxInputPixels } from "#lib/contract/images/limits.ts";
import { lazy } from "#lib/platform/lazy.ts";
import { createTiff } from "./heic/tiff.ts";

/** Code of Display P3's primaries in ITU-T H.273, which HEIC, AVIF and PNG use. */
export const displayP3Primaries = 12;

/** The ICC profile of Display P3. */
export const displayP3Profile = lazy(async (): Promise<Uint8Array> => {
  const create = { width: 1, height: 1, channels: 3, background: "white" } as const;
  const { icc } = await sharp(await sharp({ create }).withIccProfile("p3").png().toBuffer()).metadata();
  if (!icc) throw new Error("the image library has no profile of Display P3");
  return icc;
});

/** Offset of the first chunk after the header. */
const afterHeader = 8 + 12 + 13;

/**
 * A PNG that names Display P3 in its chunk cICP (PNG, third edition), with the profile that decoders read instead; other
 * PNGs as they are.
 */
export async function withProfileOfCicp(png: Uint8Array): Promise<Uint8Array> {
  if (primariesOf(png) !== displayP3Primaries) return png;
  const data = Buffer.concat([
    Buffer.from("Display P3\0\0", "latin1"),
    deflateSync(await displayP3Profile()),
  ]);
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length);
  chunk.write("iCCP", 4, "latin1");
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return Buffer.concat([png.subarray(0, afterHeader), chunk, png.subarray(afterHeader)]);
}

/** The primaries of the chunk cICP, which precedes the pixels; null without one, or beside a profile. */
function primariesOf(png: Uint8Array): number | null {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  let primaries: number | null = null;
  for (let at = 8; at + 12 <= png.length; at += 12 + view.getUint32(at)) {
    const type = Buffer.from(png.subarray(at + 4, at + 8)).toString("latin1");
    if (type === "IDAT") break;
    if (type === "iCCP") return null;
    if (type === "cICP" && view.getUint32(at) === 4) primaries = png[at + 8] ?? null;
  }
  return primaries;
}

/**
 * An AVIF that names Display P3 by a code (`colr` of type `nclx`, ISO/IEC 14496-12) as a TIFF with the profile, because
 * decoders only read profiles; others as they are, damaged ones too.
 */
export async function withProfileOfNclx(avif: Uint8Array): Promise<Uint8Array> {
  if (primariesOfAvif(avif) !== displayP3Primaries) return avif;
  const options = { limitInputPixels: maxInputPixels, failOn: "error" } as const;
  const decoded = await sharp(avif, options)
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true })
    .catch(() => null);
  if (decoded === null || decoded.info.channels < 3) return avif;
  const { width, height, channels } = decoded.info;
  const icc = await displayP3Profile();
  const { file, pixels } = createTiff({ width, height, hasAlpha: channels === 4, icc });
  decoded.data.copy(pixels);
  return file;
}

/** The primaries of the first color code among the properties; null without one, or beside a profile. */
function primariesOfAvif(avif: Uint8Array): number | null {
  const meta = boxesIn(avif).find(({ type }) => type === "meta");
  // A full box: four bytes of version and flags.
  const properties = boxesIn(meta?.content.subarray(4))
    .filter(({ type }) => type === "iprp")
    .flatMap(({ content }) => boxesIn(content))
    .filter(({ type }) => type === "ipco")
    .flatMap(({ content }) => boxesIn(content));
  const colors = properties.flatMap(({ type, content }) => (type === "colr" ? [content] : []));
  const kindOf = (content: Uint8Array) => Buffer.from(content.subarray(0, 4)).toString("latin1");
  if (colors.some((content) => kindOf(content) !== "nclx")) return null;
  const [code] = colors;
  return code && code.length >= 6 ? Buffer.from(code).readUInt16BE(4) : null;
}

interface IsoBox {
  type: string;
  content: Uint8Array;
}

/** The boxes at one level of an ISO base media file, up to the first one that does not fit. */
function boxesIn(bytes: Uint8Array = new Uint8Array()): IsoBox[] {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const boxes: IsoBox[] = [];
  for (let at = 0; at + 8 <= view.length; ) {
    const sizeBytes = view.readUInt32BE(at) || view.length - at;
    if (sizeBytes < 8 || at + sizeBytes > view.length) break;
    boxes.push({
      type: view.toString("latin1", at + 4, at + 8),
      content: bytes.subarray(at + 8, at + sizeBytes),
    });
    at += sizeBytes;
  }
  return boxes;
}
