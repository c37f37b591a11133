import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Requests that may wait for the answer before them on one connection: browsers and HTTP clients send none ahead. */
export const maxWaitingPerSocket = 8;
/** What Node's parser is answered where another protocol begins. */
const stopReading = 2;
/** A client that takes nothing of its answer for so long does not read it. */
const defaultUnreadTimeoutMs = 30_000;

interface Line {
  current: ServerResponse | null;
  waiting: Turn[];
  /** The connection takes no more requests; it is closed after the current answer. */
  isLast: boolean;
}

interface Turn {
  request: IncomingMessage;
  response: ServerResponse;
  begin: () => void;
}

interface TurnsOptions {
  unreadTimeoutMs?: number;
  /** A connection has a request that is being answered, or has none any more. */
  onBusy?: (socket: Socket) => void;
  onIdle?: (socket: Socket) => void;
}

/**
 * One request of a connection at a time: Node parses all that one read brings and would start them together. The next
 * one begins when the answer before it has been handed to the network, so whoever does not read gets no further work.
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

  /** Runs `begin` in the request's turn; never when its connection is gone by then. */
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
   * Has Node stop reading a connection where too many requests wait: it would parse all others of the same 64 KB, and
   * make an error for each, which takes 60 ms. After an upgrade it parses no further, and closes the connection.
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

  /** False when the connection has no answer under way; else it is closed after that one, and nothing else begins. */
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
    // Also emitted when the connection ends before the answer.
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

  /** Node restarts the timeout of a socket with every byte that goes over it. */
  #closeUnread(socket: Socket, response: ServerResponse): void {
    socket.setTimeout(this.#unreadTimeoutMs);
    response.on("timeout", () => {
      if (socket.writableLength > 0) socket.destroy();
      else socket.setTimeout(this.#unreadTimeoutMs);
    });
  }
}

/** After `Connection: close` the socket is ended, and what came behind that request is never answered. */
const isOpen = (socket: Socket) => !socket.destroyed && socket.writable;

interface Parser {
  onIncoming: (request: IncomingMessage, keepAlive: boolean) => unknown;
}

/** Node's parser of a connection: no public interface, so nothing is assumed of it. */
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
