import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { Busboy } from "@fastify/busboy";
import sharp from "sharp";

const maxBodyBytes = 128 * 1024 * 1024;

export interface SentPicture {
  width: number;
  height: number;
  bytes: Buffer;
}

export interface FormFile {
  name: string;
  mediaType: string;
  bytes: Buffer;
}

export interface WireRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** JSON, or the text fields of a form; null without a body of these types. */
  body: unknown;
  files: readonly FormFile[];
}

/** Reads a whole request; `body` is null when it is neither JSON nor a form. */
export async function readRequest(incoming: IncomingMessage): Promise<WireRequest> {
  const { pathname } = new URL(incoming.url ?? "/", "http://localhost");
  const { headers, method = "GET" } = incoming;
  if (Number(headers["content-length"] ?? 0) > maxBodyBytes) throw new Error("a request of more than 128 MB");
  const about = { method, path: pathname, headers };
  const type = headers["content-type"] ?? "";
  if (type.startsWith("multipart/form-data")) return { ...about, ...(await readForm(incoming, type)) };
  const text = (await buffer(incoming)).toString();
  const body = type.startsWith("application/json") && text !== "" ? JSON.parse(text) : null;
  return { ...about, body, files: [] };
}

function readForm(incoming: IncomingMessage, contentType: string) {
  const body: Record<string, string> = {};
  const files: FormFile[] = [];
  return new Promise<{ body: Record<string, string>; files: FormFile[] }>((resolve, reject) => {
    const parser = new Busboy({ headers: { "content-type": contentType } });
    const reads: Promise<void>[] = [];
    parser.on("field", (name, value) => {
      body[name] = value;
    });
    parser.on("file", (name, stream, _filename, _encoding, mediaType) => {
      reads.push(buffer(stream).then((bytes) => void files.push({ name, mediaType, bytes })));
    });
    parser.on("error", reject);
    parser.on("finish", () => Promise.all(reads).then(() => resolve({ body, files }), reject));
    incoming.pipe(parser);
  });
}

/** A picture of a request with its header decoded. Null when the bytes do not match the media type. */
export async function openPicture(bytes: Buffer, mediaType: string): Promise<SentPicture | null> {
  const header = await sharp(bytes)
    .metadata()
    .catch(() => null);
  if (!header || `image/${header.format}` !== mediaType) return null;
  return { width: header.width, height: header.height, bytes };
}

/** The same for a `data:` URI or plain base64, whose type is detected from its bytes. */
export async function openEncodedPicture(text: string): Promise<SentPicture | null> {
  const [, claimed, data = text] = /^data:(image\/[a-z]+);base64,(.*)$/s.exec(text) ?? [];
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return null;
  const bytes = Buffer.from(data, "base64");
  if (claimed) return openPicture(bytes, claimed);
  const header = await sharp(bytes)
    .metadata()
    .catch(() => null);
  return header ? openPicture(bytes, `image/${header.format}`) : null;
}
