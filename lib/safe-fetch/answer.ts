import { open, rm } from "node:fs/promises";
import type { Dispatcher } from "undici";
import { FetchFailedError, toStatusFailure } from "./failure.ts";

/** Reads at most `maxBytes` of a body; an early end is no error, because the status is already known. */
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
    // The body broke off or was too slow.
  } finally {
    body.on("error", () => undefined).destroy();
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString("utf8");
}

/** Writes the body of a 200 response to a new file. Throws FetchFailedError otherwise, and beyond `maxBytes`. */
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

/** The body of a 200 response in chunks. Throws FetchFailedError otherwise, and beyond `maxBytes`. */
async function* boundedChunks(
  response: Dispatcher.ResponseData,
  maxBytes: number,
): AsyncGenerator<Buffer, void> {
  const { statusCode, headers, body } = response;
  try {
    if (statusCode !== 200) throw toStatusFailure(statusCode);
    // The request asked for identity: compressed data could expand to any size.
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
