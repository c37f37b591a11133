import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { batchBodyLimitBytes, toolBodyLimitBytes } from "../contract/limits.ts";
import { env } from "../platform/env.ts";
import { endWithRefusal } from "./unreadable.ts";

const checkEveryMs = 500;
/** A sender silent for this long is gone or an attacker. */
const defaultIdleTimeoutMs = 10_000;
/** Allowance beyond what a handler reads: chunk framing, and bytes of earlier requests on the same connection. */
const slackBytes = 256 * 1024;

interface Limit {
  maxBytes: number;
  totalTimeoutMs: number;
}

const tooLarge = {
  status: "413 Content Too Large",
  message: "The request's body is larger than this call accepts.",
  fix: "Send a smaller body.",
};
const tooSlow = {
  status: "408 Request Timeout",
  message: "The request's body took too long to arrive.",
  fix: "Send the request again, on a faster connection.",
};

const mebibyte = 1024 * 1024;
const smallUploadLimit: Limit = { maxBytes: 6 * mebibyte, totalTimeoutMs: 5 * 60_000 };
const batchLimit: Limit = { maxBytes: batchBodyLimitBytes, totalTimeoutMs: 5 * 60_000 };
const toolLimit: Limit = { ...smallUploadLimit, maxBytes: toolBodyLimitBytes };
const commonLimit: Limit = { maxBytes: mebibyte, totalTimeoutMs: 30_000 };
/** After the response is sent, the rest of a body is read only so that the client receives the response. */
const lingerLimit: Limit = { maxBytes: 16 * mebibyte, totalTimeoutMs: 10_000 };

/** The most that the handler of this path reads. */
export function bodyLimitOf(path: string): Limit {
  if (path.startsWith("/embedded/images/")) {
    return { maxBytes: (env().UPLOAD_MAX_MB + 1) * mebibyte, totalTimeoutMs: 15 * 60_000 };
  }
  if (/^\/api\/v1\/(batches|estimate)\/?(\?|$)/.test(path)) return batchLimit;
  if (/^\/api\/mcp\/?(\?|$)/.test(path)) return toolLimit;
  return /^\/api\/(v1\/upload|try)/.test(path) ? smallUploadLimit : commonLimit;
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  socket: Socket;
}

interface Watched extends Omit<Exchange, "request"> {
  limit: Limit;
  startedAtMs: number;
  startBytes: number;
  lastBytes: number;
  silentMs: number;
}

/**
 * Closes connections whose request body does not end: silent for 10 s, slower than the route allows, or larger than
 * any handler of the route reads. It only observes the connection, so handlers stream undisturbed.
 */
export class BodyWatch {
  readonly #watched = new Map<IncomingMessage, Watched>();
  readonly #idleTimeoutMs: number;
  readonly #checkEveryMs: number;
  readonly #timer: NodeJS.Timeout;
  #checkedAtMs = performance.now();

  constructor(idleTimeoutMs = defaultIdleTimeoutMs) {
    this.#idleTimeoutMs = idleTimeoutMs;
    this.#checkEveryMs = Math.min(checkEveryMs, idleTimeoutMs / 4);
    this.#timer = setInterval(() => this.#check(), this.#checkEveryMs).unref();
  }

  watch(request: IncomingMessage, response: ServerResponse): void {
    if (request.headers["content-length"] === undefined && request.headers["transfer-encoding"] === undefined)
      return;
    // A request that is destroyed has no socket.
    const { socket } = request;
    const begin = (limit: Limit) => this.#begin({ request, response, socket }, limit);
    begin(bodyLimitOf(request.url ?? "/"));
    response.once("close", () => begin(lingerLimit));
  }

  #begin({ request, response, socket }: Exchange, limit: Limit): void {
    this.#watched.set(request, {
      socket,
      response,
      limit,
      startedAtMs: performance.now(),
      startBytes: socket.bytesRead,
      lastBytes: socket.bytesRead,
      silentMs: 0,
    });
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    const now = performance.now();
    // After a busy phase, data that arrived meanwhile is not yet read: count at most two intervals as silence.
    const passedMs = Math.min(now - this.#checkedAtMs, 2 * this.#checkEveryMs);
    this.#checkedAtMs = now;
    for (const [request, state] of this.#watched) {
      if (request.complete || state.socket.destroyed) {
        this.#watched.delete(request);
        continue;
      }
      const { bytesRead } = state.socket;
      // A full buffer means that the handler is not reading yet, so the sender cannot send.
      const isWaiting = request.readableLength >= request.readableHighWaterMark;
      const isSilent = bytesRead === state.lastBytes && !isWaiting;
      state.silentMs = isSilent ? state.silentMs + passedMs : 0;
      state.lastBytes = bytesRead;
      const isIdle = state.silentMs > this.#idleTimeoutMs;
      const isLong = now - state.startedAtMs > state.limit.totalTimeoutMs;
      const isLarge = bytesRead - state.startBytes > state.limit.maxBytes + slackBytes;
      if (isIdle || isLong || isLarge) this.#end(request, state, isLarge);
    }
  }

  #end(request: IncomingMessage, { socket, response }: Watched, isLarge: boolean): void {
    this.#watched.delete(request);
    // A client that still reads gets the reason; the handler's read ends when the connection closes.
    if (response.headersSent) socket.destroySoon();
    else endWithRefusal(socket, isLarge ? tooLarge : tooSlow);
    setTimeout(() => socket.destroy(), 1_000).unref();
  }
}

/** Half of what Node buffers of a request before it is read. */
const maxBytes = 32 * 1024;

/**
 * Resolves when a small body of a declared length has arrived or its client is gone; immediately for any other
 * request. A connection in the middle of its body then costs its buffer only, no queue place and no database query.
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
