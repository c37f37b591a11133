import type { Socket } from "node:net";
import { requestId } from "./response.ts";

interface Refusal {
  /** Status code and reason phrase of the status line. */
  status: string;
  message: string;
  fix: string;
}

const malformed: Refusal = {
  status: "400 Bad Request",
  message: "This is not an HTTP request.",
  fix: "Send a well-formed request.",
};
/** Other faults of a request head, by Node's error code. */
const unreadable: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: {
    status: "431 Request Header Fields Too Large",
    message: "The request's head is larger than 16 KiB.",
    fix: "Send fewer or shorter headers.",
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: "408 Request Timeout",
    message: "The request took too long to arrive.",
    fix: "Send the request again, on a faster connection.",
  },
};

/**
 * Responds to a request whose head cannot be parsed, in the API's error form, because no handler exists for it.
 * `closeAfterAnswer` runs first: nothing may be written into a response in progress.
 */
export function answerUnreadable(
  error: NodeJS.ErrnoException,
  socket: Socket,
  closeAfterAnswer: () => boolean,
): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  if (closeAfterAnswer()) return;
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && socket.bytesRead === 0) {
    closeUnused(socket);
    return;
  }
  endWithRefusal(socket, unreadable[error.code ?? ""] ?? malformed);
}

/** Ends a connection with a standard error response, if no handler can send one. */
function endWithRefusal(socket: Socket, { status, message, fix }: Refusal): void {
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
  setTimeout(() => socket.destroy(), 1_000).unref();
}

/**
 * Browsers open connections in advance: an error response would be taken for the response to a request just sent.
 * Closes without a response, after reading what has arrived meanwhile.
 */
function closeUnused(socket: Socket): void {
  const closeIfSilent = () => {
    if (socket.bytesRead === 0) socket.end();
  };
  // Timers run before I/O of the same turn: the second setImmediate runs after the sockets were read.
  setImmediate(() => setImmediate(closeIfSilent));
}
