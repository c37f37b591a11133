import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

const pack = promisify(gzip);
/** A smaller response fits into one packet anyway. */
const packedFromBytes = 1024;

/** Whether a client accepts gzip (RFC 9110, 12.5.3). */
export function takesGzip({ headers }: IncomingMessage): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(headers["accept-encoding"] ?? ""));
}

/** Sends a handler's response: a document as a whole, compressed if that helps; a file as a stream. */
export async function sendAnswer(response: ServerResponse, answer: Response): Promise<void> {
  const { headers, status, body } = answer;
  const vary = headers.get("vary");
  // Appended, because the front server has set a Vary of its own.
  if (vary !== null) headers.delete("vary");
  response.setHeaders(headers);
  if (vary !== null) response.appendHeader("Vary", vary);
  if (body === null) {
    response.writeHead(status).end();
    return;
  }
  if (!isDocument(headers)) {
    response.writeHead(status);
    await pipeline(body, response).catch(() => response.destroy());
    return;
  }
  const whole = Buffer.from(await answer.arrayBuffer());
  const bytes = await packedFor(response, whole);
  response.writeHead(status, { "Content-Length": bytes.length }).end(bytes);
}

/** JSON, or a text that is made as a whole; a CSV is made while it is sent. */
const isDocument = (headers: Headers) =>
  /^(application\/(json|atom\+xml)|text\/(markdown|css|plain))\b/.test(headers.get("content-type") ?? "");

async function packedFor(response: ServerResponse, whole: Buffer): Promise<Buffer> {
  if (whole.length < packedFromBytes) return whole;
  response.appendHeader("Vary", "Accept-Encoding");
  if (!takesGzip(response.req)) return whole;
  const bytes = await pack(whole);
  response.setHeader("Content-Encoding", "gzip");
  return bytes;
}
