import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from "node:http";
import { Socket } from "node:net";

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

export interface Recorded {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

/** Records what is written to it; there is no connection behind it, so it never closes early. */
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

  /** `getHeaders` does not return headers passed to writeHead. */
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

/** Calls a handler with an internal GET request and returns its response. */
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
