import type { Server } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { requestId } from "./request-id.ts";

const maxConnections = 4_096;
const maxConnectionsPerAddress = 512;

/**
 * Bounds how many connections there are, in all and from one address: one client cannot take them all; proxies,
 * through which everybody comes, can. A request whose head cannot be read has no handler: its sender is told here, in
 * the same form as everybody.
 */
export function boundConnections(server: Server, isProxy: (address: string) => boolean): void {
  const open = new Map<string, number>();
  server.maxConnections = maxConnections;
  server.on("clientError", answerUnreadable);
  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress ?? "";
    const count = (open.get(address) ?? 0) + 1;
    if (count > maxConnectionsPerAddress && !isProxy(address)) {
      socket.destroy();
      return;
    }
    open.set(address, count);
    socket.once("close", () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
}

const malformed = {
  status: "400 Bad Request",
  message: "This is not an HTTP request.",
  fix: "Send a well-formed request.",
};
/** What else is wrong with a head, by Node's code of the error. */
const unreadable: Record<string, typeof malformed> = {
  HPE_HEADER_OVERFLOW: {
    status: "431 Request Header Fields Too Large",
    message: "The request's head is larger than 16 KiB.",
    fix: "Send fewer or shorter headers.",
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: "408 Request Timeout",
    message: "The request's head took too long to arrive.",
    fix: "Send the request again.",
  },
};

function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && socket.bytesRead === 0) {
    closeUnused(socket);
    return;
  }
  const { status, message, fix } = unreadable[error.code ?? ""] ?? malformed;
  const body = JSON.stringify({
    error: { code: "invalid_params", message, fix, request_id: requestId(new Headers()) },
  });
  const head = [
    `HTTP/1.1 ${status}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}

/**
 * Browsers open connections that they may need: what this one was told would be taken for the answer to a request sent
 * just now. Nothing is said, and what has arrived meanwhile is still read.
 */
function closeUnused(socket: Socket): void {
  const closeIfSilent = () => {
    if (socket.bytesRead === 0) socket.end();
  };
  // Timers come before what has arrived: the second turn follows a look at it.
  setImmediate(() => setImmediate(closeIfSilent));
}

/**
 * Takes no more requests and resolves when the last one is answered. Until `graceMs` are over new ones are still
 * served, each with the wish to close its connection: load balancers that keep connections open, or notice only at
 * their next health check, lose no call.
 */
export async function closeFront(server: Server, graceMs: number): Promise<void> {
  await delay(graceMs);
  const closed = new Promise((resolve) => server.close(resolve));
  // A connection whose last answer came after this would stay open until its client lets go.
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  await closed.finally(() => clearInterval(idle));
}
