import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Requests that may be pipelined on one connection; browsers and HTTP clients do not pipeline. */
export const maxWaitingPerSocket = 8;
/** Return value that makes Node's parser stop, as for a protocol upgrade. */
const stopReading = 2;
/** A client that reads nothing for this long is considered gone. */
const defaultUnreadTimeoutMs = 30_000;

interface Line {
  current: ServerResponse | null;
  waiting: Turn[];
  /** The connection accepts no more requests and closes after the current response. */
  isLast: boolean;
}

interface Turn {
  request: IncomingMessage;
  response: ServerResponse;
  begin: () => void;
}

interface TurnsOptions {
  unreadTimeoutMs?: number;
  /** Called when a connection starts a request, and when it has none left. */
  onBusy?: (socket: Socket) => void;
  onIdle?: (socket: Socket) => void;
}

/**
 * Runs one request of a connection at a time: Node parses all pipelined requests of one read and would start them
 * together. The next one starts when the response before it is in the network's hands, so a slow reader gets no more
 * work.
 */
export class SocketTurns {
  readonly #lines = new WeakMap<Socket, Line>();
  readonly #unreadTimeoutMs: number;
  readonly #onBusy: (socket: Socket) => void;
  readonly #onIdle: (socket: Socket) => void;

  constructor({ unreadTimeoutMs, onBusy, onIdle }: TurnsOptions = {}) {
    this.#unreadTimeoutMs = unreadTimeoutMs ?? defaultUnreadTimeoutMs;
    this.#onBusy = onBusy ?? (() => undefined);
    this.#onIdle = onIdle ?? (() => undefined);
  }

  /** Runs `begin` in the request's turn, unless the connection has closed by then. */
  take(request: IncomingMessage, response: ServerResponse, begin: () => void): void {
    const { socket } = request;
    if (!isOpen(socket)) return;
    const line = this.#lineOf(socket);
    const turn = { request, response, begin };
    if (line.current === null) this.#start(socket, line, turn);
    else if (line.waiting.length < maxWaitingPerSocket) line.waiting.push(turn);
    else {
      line.waiting = [];
      socket.destroy();
    }
  }

  /**
   * Makes Node stop parsing a connection with too many waiting requests: it would parse all others of the same 64 KB
   * and create an error for each, which takes 60 ms. An upgrade ends the parsing and closes the connection.
   */
  guard(socket: Socket): void {
    const parser = parserOf(socket);
    if (!parser) return;
    const { onIncoming } = parser;
    parser.onIncoming = (request, keepAlive) => {
      if (isOpen(socket) && this.#lineOf(socket).waiting.length < maxWaitingPerSocket)
        return onIncoming(request, keepAlive);
      request.socket.destroy();
      Object.assign(request, { upgrade: true });
      return stopReading;
    };
  }

  /** Closes the connection after the current response and starts nothing else; false without a response. */
  closeAfterAnswer(socket: Socket): boolean {
    const line = this.#lines.get(socket);
    if (!line?.current) return false;
    line.waiting = [];
    line.isLast = true;
    return true;
  }

  #lineOf(socket: Socket): Line {
    const known = this.#lines.get(socket);
    if (known) return known;
    const line: Line = { current: null, waiting: [], isLast: false };
    this.#lines.set(socket, line);
    return line;
  }

  #start(socket: Socket, line: Line, { response, begin }: Turn): void {
    line.current = response;
    this.#onBusy(socket);
    this.#closeUnread(socket, response);
    // Also emitted when the connection closes before the response ends.
    response.once("close", () => this.#end(socket, line));
    begin();
  }

  #end(socket: Socket, line: Line): void {
    line.current = null;
    this.#onIdle(socket);
    if (line.isLast) socket.destroySoon();
    const next = line.waiting.shift();
    if (next && isOpen(socket)) this.#start(socket, line, next);
    else line.waiting = [];
  }

  /** Node restarts a socket's timeout with every byte transferred. */
  #closeUnread(socket: Socket, response: ServerResponse): void {
    socket.setTimeout(this.#unreadTimeoutMs);
    response.on("timeout", () => {
      if (socket.writableLength > 0) socket.destroy();
      else socket.setTimeout(this.#unreadTimeoutMs);
    });
  }
}

/** After `Connection: close` the socket is ended, and requests behind that one are not answered. */
const isOpen = (socket: Socket) => !socket.destroyed && socket.writable;

interface Parser {
  onIncoming: (request: IncomingMessage, keepAlive: boolean) => unknown;
}

/** Node's parser of a connection. It is not a public interface, so its shape is checked. */
function parserOf(socket: object): Parser | null {
  if (!("parser" in socket)) return null;
  const { parser } = socket;
  return isParser(parser) ? parser : null;
}

const isParser = (value: unknown): value is Parser =>
  typeof value === "object" &&
  value !== null &&
  "onIncoming" in value &&
  typeof value.onIncoming === "function";
