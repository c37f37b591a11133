import { once } from "node:events";
import { open, rm } from "node:fs/promises";
import { type Duplex, Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { Dispatcher } from "undici";
import { because } from "../platform/reasons.ts";
import { FetchFailedError, toStatusFailure } from "./failure.ts";

/** Decoders by content coding (RFC 9110 §8.4.1). Other names leave the bytes as they are, as in browsers. */
const decoders: Readonly<Record<string, () => Duplex>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Reads at most `maxBytes` of a body; an early end is no error, because the status is already known. */
export async function readBeginning(
  { headers, body }: Dispatcher.ResponseData,
  maxBytes: number,
): Promise<string> {
  const chunks: Buffer[] = [];
  try {
    if (codingsOf(headers).length > 0) return "";
    let size = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= maxBytes) break;
    }
  } catch {
    // The body broke off or was too slow.
  } finally {
    body.on("error", () => undefined).destroy();
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString("utf8");
}

/**
 * Writes the body of a response with a whole file to a new file. Throws FetchFailedError otherwise, for a web page in
 * place of a file, and beyond `maxBytes`.
 */
export async function writeBody(
  response: Dispatcher.ResponseData,
  maxBytes: number,
  file: string,
): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    let isFirst = true;
    for await (const chunk of boundedChunks(response, maxBytes)) {
      if (isFirst) requireNoPage(response, chunk);
      isFirst = false;
      await handle.writeFile(chunk);
    }
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

/** The decoded body in chunks, at most `maxBytes` before and after decoding. */
async function* boundedChunks(
  response: Dispatcher.ResponseData,
  maxBytes: number,
): AsyncGenerator<Buffer, void> {
  const { headers, body } = response;
  const tooLarge = new FetchFailedError(`the file has more than ${maxBytes} bytes`);
  try {
    requireWholeFile(response);
    if (Number(headers["content-length"] ?? 0) > maxBytes) throw tooLarge;
    let size = 0;
    for await (const chunk of decode(within(body as AsyncIterable<Buffer>, maxBytes, tooLarge), headers)) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge;
      yield chunk;
    }
  } finally {
    body.on("error", () => undefined).destroy();
  }
}

async function* within(
  chunks: AsyncIterable<Buffer>,
  maxBytes: number,
  tooLarge: Error,
): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge;
    yield chunk;
  }
}

/** Content codings that change the bytes, in the order in which they were applied. */
function codingsOf(headers: Dispatcher.ResponseData["headers"]): string[] {
  return [headers["content-encoding"] ?? []]
    .flat()
    .flatMap((value) => value.split(","))
    .map((name) => name.trim().toLowerCase())
    .filter((name) => Object.hasOwn(decoders, name));
}

async function* decode(
  chunks: AsyncIterable<Buffer>,
  headers: Dispatcher.ResponseData["headers"],
): AsyncGenerator<Buffer> {
  const streams = codingsOf(headers)
    .toReversed()
    .map((name) => (decoders[name] as () => Duplex)());
  if (streams.length === 0) return yield* chunks;
  const source = Readable.from(chunks);
  const last = streams.reduce<Readable>((from, to) => {
    from.on("error", (error) => to.destroy(error));
    return from.pipe(to);
  }, source);
  try {
    yield* last as AsyncIterable<Buffer>;
  } catch (cause) {
    if (cause instanceof FetchFailedError || !isDecodingError(cause)) throw cause;
    throw new FetchFailedError("the address answered with damaged compressed data", { cause });
  } finally {
    for (const stream of [source, ...streams]) stream.destroy();
    if (!source.closed) await once(source, "close");
  }
}

const isDecodingError = (error: unknown) =>
  error instanceof Error && "code" in error && /^(Z_|ERR__)/.test(String(error.code));

/** 200, 203 of a proxy that changed headers, and 206 with all bytes of the file. */
function requireWholeFile({ statusCode, headers }: Dispatcher.ResponseData): void {
  if (statusCode === 200 || statusCode === 203) return;
  const range = /^bytes 0-(\d+)\/(\d+)$/.exec(String(headers["content-range"] ?? ""));
  if (statusCode === 206 && range && Number(range[1]) + 1 === Number(range[2])) return;
  const retryAfter = headers["retry-after"];
  throw toStatusFailure(statusCode, typeof retryAfter === "string" ? retryAfter : undefined);
}

/** A share link of a file service leads to a page about the file. */
function requireNoPage({ headers }: Dispatcher.ResponseData, start: Buffer): void {
  const isLabelled = /^(text\/html|application\/xhtml)/i.test(String(headers["content-type"] ?? ""));
  const isMarkup = /^(\ufeff|\s)*<(!doctype|html|head|body|\?xml|!--)/i.test(start.toString("utf8", 0, 512));
  if (isLabelled && isMarkup) throw new FetchFailedError(because("picture_is_page"));
}

/** A header in UTF-8, which Node reads as Latin-1; as it is if it is not UTF-8. */
export function textOfHeader(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of Latin-1
  if (!/[\x80-\xff]/.test(value) || !/^[\x00-\xff]*$/.test(value)) return value;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(value, "latin1"));
  } catch {
    return value;
  }
}
