import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from "node:http";
import { Socket } from "node:net";

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

export interface Recorded {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

/** Keeps what is written to it; no connection is behind it, and none can end before its time. */
class RecordedResponse extends ServerResponse {
  readonly chunks: Buffer[] = [];

  override write(chunk: unknown): boolean {
    this.#keep(chunk);
    return true;
  }

  override end(chunk?: unknown): this {
    this.#keep(chunk);
    if (!this.headersSent) this.writeHead(this.statusCode);
    this.finished = true;
    this.emit("prefinish");
    this.emit("finish");
    this.emit("close");
    return this;
  }

  /** Headers given here would not be among `getHeaders`. */
  override writeHead(status: number, ...rest: unknown[]): this {
    const given = rest.find((part) => typeof part === "object" && part !== null);
    for (const [name, value] of Object.entries(given ?? {})) this.setHeader(name, value);
    return super.writeHead(status);
  }

  override flushHeaders(): void {
    if (!this.headersSent) this.writeHead(this.statusCode);
  }

  #keep(chunk: unknown): void {
    if (typeof chunk === "string" || chunk instanceof Uint8Array) this.chunks.push(Buffer.from(chunk));
  }
}

/** The answer of a handler to a GET that no client sent. */
export async function callInMemory(
  handler: Handler,
  url: string,
  headers: Record<string, string>,
): Promise<Recorded> {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method: "GET", url, headers, httpVersion: "1.1" });
  request.httpVersionMajor = 1;
  request.httpVersionMinor = 1;
  request.complete = true;
  request.push(null);
  const response = new RecordedResponse(request);
  const finished = new Promise<void>((resolve) => response.once("finish", resolve));
  await handler(request, response);
  await finished;
  return {
    status: response.statusCode,
    headers: response.getHeaders(),
    body: Buffer.concat(response.chunks),
  };
}
