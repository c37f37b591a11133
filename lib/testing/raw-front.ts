import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { promisify } from "node:util";
import { vi } from "vitest";
import { createFront } from "../http/front.ts";
import { serveLocally } from "./local-server.ts";

type Answerer = (request: IncomingMessage, response: ServerResponse) => void;

/** A front server on a free port, closed at the end of the `await using` scope; `answer` is the app. */
export async function serveFront(answer: Answerer, options?: Parameters<typeof createFront>[1]) {
  const server = createFront(answer, options);
  const { port } = await serveLocally(server);
  const close = async () => {
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  };
  const connections = promisify(server.getConnections.bind(server));
  return { server, port, connections, [Symbol.asyncDispose]: close };
}

/** A plain TCP connection. */
export interface RawConnection {
  socket: Socket;
  /** All text received so far. */
  text: () => string;
  closed: Promise<void>;
}

export function openRaw(
  port: number,
  { from = "127.0.0.1", isReading = true }: { from?: string; isReading?: boolean } = {},
): RawConnection {
  const socket = connect({ port, host: "127.0.0.1", localAddress: from });
  let text = "";
  if (isReading) {
    socket.on("data", (chunk) => {
      text += chunk;
    });
  }
  socket.on("error", () => undefined);
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  return { socket, text: () => text, closed };
}

/** Polls a condition with a timeout that suffices for a busy machine. */
export const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000 });

/** The head of a request without a body. */
export const requestOf = (path: string, headers = "", method = "GET") =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;

export const countOf = (text: string, part: string) => text.split(part).length - 1;
