import { request as startRequest } from "node:http";
import type { Writable } from "node:stream";

export interface Call {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  /** Chunks are sent as fast as the service reads them. */
  body?: string | Buffer | Iterable<Buffer> | undefined;
  timeoutMs?: number;
  /** Address of this machine that the connection comes from; all of 127.0.0.0/8 is local. */
  localAddress?: string;
}

export interface Answer {
  /** 0 if the connection ended without a response. */
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  ms: number;
}

/** Sends one request on its own connection. Never throws. */
export function send(baseUrl: string, call: Call): Promise<Answer> {
  const { path, method = "GET", headers = {}, body, timeoutMs = 60_000, localAddress } = call;
  const { port, host } = new URL(baseUrl);
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const settle = (answer: Omit<Answer, "ms">) => {
      clearTimeout(timer);
      request.destroy();
      resolve({ ...answer, ms: performance.now() - startedAt });
    };
    const gone = () => settle({ status: 0, headers: {}, body: Buffer.alloc(0) });
    const address = { host: "127.0.0.1", port, ...(localAddress && { localAddress }) };
    const request = startRequest(
      { ...address, method, path, headers: { host, ...headers }, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        const { statusCode: status = 0, headers: answered } = response;
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        for (const end of ["end", "error"])
          response.on(end, () => settle({ status, headers: answered, body: Buffer.concat(chunks) }));
      },
    );
    const timer = setTimeout(gone, timeoutMs);
    request.on("error", gone);
    void write();

    async function write(): Promise<void> {
      if (body === undefined || typeof body === "string" || Buffer.isBuffer(body)) {
        request.end(body);
        return;
      }
      for (const piece of body) {
        if (request.destroyed) return;
        if (!request.write(piece)) await drained(request);
      }
      request.end();
    }
  });
}

/** Resolves when a full stream accepts data again, or is closed. */
export function drained(stream: Writable): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  stream.once("drain", resolve).once("close", resolve);
  return promise.finally(() => stream.off("drain", resolve).off("close", resolve));
}

/** The fields of a JSON response; an empty object for any other body. */
export function fieldsOf(answer: Answer): Record<string, unknown> {
  try {
    return JSON.parse(answer.body.toString()) as Record<string, unknown>;
  } catch {
    return {};
  }
}

export const isRefused = ({ status }: Answer) => status === 0 || status >= 400;

/** Repeats `text` up to that many bytes, in chunks of about 1 MB. */
export function* repeated(text: string, bytes: number): Generator<Buffer> {
  const piece = Buffer.from(text.repeat(Math.floor(1024 ** 2 / text.length)));
  for (let left = bytes; left > 0; left -= piece.length)
    yield piece.subarray(0, Math.min(left, piece.length));
}
