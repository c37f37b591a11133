import { crc32 } from "node:zlib";
import type { OutputInfo, Sharp } from "sharp";
import { contentTypes, type ImageFormat } from "#lib/contract/images/formats.ts";
import { currentEngine, type DigitalSource, digitalSources } from "#lib/contract/photos/modes.ts";
import type { ResultFormat } from "#lib/contract/photos/values.ts";
import { env } from "#lib/platform/env.ts";

/** IPTC's vocabulary; readers compare the whole address. */
const vocabulary = "http://cv.iptc.org/newscodes/digitalsourcetype/";
const start =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">';
const end = "</rdf:RDF></x:xmpmeta>";
const mostBytes = 4_096;
/** Exactly what this file writes: the metadata of other programs is never carried over. */
const ours = new RegExp(
  `^${RegExp.escape(start)}<rdf:Description [^<>]*DigitalSourceType="${RegExp.escape(vocabulary)}(${digitalSources.join("|")})"[^<>]*/>${RegExp.escape(end)}$`,
);

/**
 * Encodes a picture with a note of its origin (XMP, signed by C2PA_CERT), which changes no pixel; null: as it is.
 * `complete` is applied to the file before it is signed.
 */
export async function encodeNoted(
  picture: Sharp,
  format: ImageFormat | ResultFormat,
  note: string | null,
  complete = (file: Buffer<ArrayBuffer>) => file,
): Promise<{ data: Buffer<ArrayBuffer>; info: OutputInfo }> {
  // The encoder's own chunk is compressed, which the standard does not allow.
  const isNotedLater = note !== null && format === "png";
  const noted = note === null || isNotedLater ? picture : picture.withXmp(note);
  const { data, info } = await noted.toBuffer({ resolveWithObject: true });
  const file = complete(isNotedLater ? withText(data, note) : data);
  if (note === null || env().C2PA_CERT === undefined) return { data: file, info };
  const { signOrigin } = await import("./signature.ts");
  return { data: await signOrigin(file, contentTypes[hostFormatOf(format)], sourceOf(note)), info };
}

const hostFormatOf = (format: ImageFormat | ResultFormat) => (format === "jpeg" ? "jpg" : format);
/** The address in the vocabulary that a note names. */
const sourceOf = (note: string) => /DigitalSourceType="([^"]*)"/.exec(note)?.[1] ?? "";

/** A PNG with a text after its header (`iTXt`). */
function withText(png: Buffer<ArrayBuffer>, text: string): Buffer<ArrayBuffer> {
  const headerEnd = 33;
  const body = Buffer.from(`iTXtXML:com.adobe.xmp\0\0\0\0\0${text}`);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([png.subarray(0, headerEnd), length, body, checksum, png.subarray(headerEnd)]);
}

/** The note of origin in a file of this service, for pictures that are made of it; null without one. */
export function findOrigin(file: Uint8Array): string | null {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const from = bytes.indexOf(start);
  const to = from < 0 ? -1 : bytes.subarray(from, from + mostBytes).indexOf(end);
  if (to < 0) return null;
  const note = bytes.subarray(from, from + to + end.length).toString();
  return ours.test(note) ? asPacket(note) : null;
}

/** The note of a picture from this source. */
export function noteOf(source: DigitalSource): string {
  const { PHOTO_CREDIT: credit } = env();
  const fields = [
    'rdf:about=""',
    'xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"',
    'xmlns:xmp="http://ns.adobe.com/xap/1.0/"',
    `Iptc4xmpExt:DigitalSourceType="${vocabulary}${source}"`,
    `xmp:CreatorTool="Photo Generation Service ${currentEngine}"`,
    ...(credit === undefined
      ? []
      : [
          'xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"',
          `photoshop:Credit="${credit.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)}"`,
        ]),
  ];
  return asPacket(`${start}<rdf:Description ${fields.join(" ")}/>${end}`);
}

const asPacket = (note: string) =>
  `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>${note}<?xpacket end="r"?>`;
