import { buffer } from "node:stream/consumers";
import { Busboy } from "@fastify/busboy";

/** A part of a multipart body; `fileName` is null for a text field, whose content is not read. */
export interface Part {
  fileName: string | null;
  bytes: Uint8Array;
}

/**
 * The parts with this name. `formData()` would refuse a file name with an escaped quote (`27\".png`), which several
 * clients send. Throws for a malformed body.
 */
export async function readParts(
  body: Uint8Array,
  { contentType, name }: { contentType: string; name: string },
): Promise<Part[]> {
  const parser = new Busboy({
    headers: { "content-type": contentType },
    isPartAFile: (_name, _type, fileName) => fileName !== undefined,
  });
  const parts: Promise<Part>[] = [];
  parser.on("field", (field) => {
    if (field === name) parts.push(Promise.resolve({ fileName: null, bytes: new Uint8Array() }));
  });
  parser.on("file", (field, stream, sentName) => {
    // Browsers send a quote as %22.
    const fileName = sentName.replaceAll("%22", '"');
    const part = buffer(stream).then((bytes) => ({ fileName, bytes }));
    // Awaited only if the parser reads the whole body.
    part.catch(() => undefined);
    if (field === name) parts.push(part);
  });
  await new Promise<void>((resolve, reject) => {
    parser.on("finish", resolve).on("error", reject);
    parser.end(body);
  });
  return await Promise.all(parts);
}
