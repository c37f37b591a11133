import type { Socket } from "node:net";
import { requestId } from "./response.ts";

interface Refusal {
  /** The status with its name, as in the first line of an answer. */
  status: string;
  message: string;
  fix: string;
}

const malformed: Refusal = {
  status: "400 Bad Request",
  message: "This is not an HTTP request.",
  fix: "Send a well-formed request.",
};
/** What else is wrong with a head, by Node's code of the error. */
const unreadable: Record<string, Refusal> = {
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

/**
 * Answers a request whose head cannot be read, in the same form as everybody: it has no handler. `closeAfterAnswer` is
 * asked first, since nothing may be written into an answer that is under way.
 */
export function answerUnreadable(
  error: NodeJS.ErrnoException,
  socket: Socket,
  closeAfterAnswer: (socket: Socket) => boolean,
): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  if (closeAfterAnswer(socket)) return;
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && socket.bytesRead === 0) {
    closeUnused(socket);
    return;
  }
  endWithRefusal(socket, unreadable[error.code ?? ""] ?? malformed);
}

/** Ends a connection with an answer in the form of every error, where no handler can give one. */
export function endWithRefusal(socket: Socket, { status, message, fix }: Refusal): void {
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
 * Browsers open connections that they may need: this answer would be taken for the answer to a request sent
 * just now. Nothing is said, and what has arrived meanwhile is still read.
 */
function closeUnused(socket: Socket): void {
  const closeIfSilent = () => {
    if (socket.bytesRead === 0) socket.end();
  };
  // Timers come before what has arrived: the second turn follows a look at it.
  setImmediate(() => setImmediate(closeIfSilent));
}
