import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { lazy } from "#lib/platform/lazy.ts";

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
