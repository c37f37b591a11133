import type { IncomingMessage } from "node:http";

/** What Node buffers of a request before anybody reads it is twice as much. */
const maxBytes = 32 * 1024;

/**
 * Resolves when a small body of a declared length has arrived or its client is gone; at once for any other request. A
 * connection in the middle of its body then costs its buffer only: no place in a queue and no question to the database.
 */
export function receiveSmallBody(request: IncomingMessage): Promise<void> {
  const length = Number(request.headers["content-length"] ?? 0);
  if (request.complete || !(length > 0 && length <= maxBytes)) return Promise.resolve();
  return new Promise((resolve) => {
    const { push } = request;
    const finish = () => {
      request.push = push;
      resolve();
    };
    request.push = (chunk, encoding) => {
      const isRoomLeft = push.call(request, chunk, encoding);
      if (chunk === null) finish();
      return isRoomLeft;
    };
    request.once("close", finish);
  });
}
