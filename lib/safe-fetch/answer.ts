import { open, rm } from "node:fs/promises";
import type { Dispatcher } from "undici";
import { FetchFailedError, toStatusFailure } from "./failure.ts";

/** What came of a body within `maxBytes`; whatever ends it early, the status before it stays what it was. */
export async function readBeginning(
  { headers, body }: Dispatcher.ResponseData,
  maxBytes: number,
): Promise<string> {
  const chunks: Buffer[] = [];
  try {
    if ((headers["content-encoding"] ?? "identity") !== "identity") return "";
    let size = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= maxBytes) break;
    }
  } catch {
    // Broken off, or too slow to its end.
  } finally {
    body.on("error", () => undefined).destroy();
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString("utf8");
}

/** Writes the body of a good answer to a new file. Throws FetchFailedError for any other, and beyond `maxBytes`. */
export async function writeBody(
  response: Dispatcher.ResponseData,
  maxBytes: number,
  file: string,
): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    for await (const chunk of boundedChunks(response, maxBytes)) await handle.writeFile(chunk);
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

/** The body of a good answer, piece by piece. Throws FetchFailedError for any other, and beyond `maxBytes`. */
async function* boundedChunks(
  response: Dispatcher.ResponseData,
  maxBytes: number,
): AsyncGenerator<Buffer, void> {
  const { statusCode, headers, body } = response;
  try {
    if (statusCode !== 200) throw toStatusFailure(statusCode);
    // Asked for identity: anything else could unfold to any size.
    if ((headers["content-encoding"] ?? "identity") !== "identity") {
      throw new FetchFailedError("the address answered with compressed data");
    }
    const tooLarge = new FetchFailedError(`the file has more than ${maxBytes} bytes`);
    if (Number(headers["content-length"] ?? 0) > maxBytes) throw tooLarge;
    let size = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge;
      yield chunk;
    }
  } finally {
    body.on("error", () => undefined).destroy();
  }
}
