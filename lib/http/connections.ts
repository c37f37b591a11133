import type { Server } from "node:http";
import { BlockList, type Socket, type SocketAddress } from "node:net";
import { clientNetwork } from "../platform/client-address.ts";

export interface ConnectionLimits {
  /** Over all listening sockets. Connections beyond it are closed. */
  total: number;
  /** From this count on, each new connection replaces another. */
  nearTotal: number;
  /** Per IPv4 address or IPv6 /64. */
  perClient: number;
  /** How many idle connections a client at its share may replace with new ones in a second. */
  replacedPerSecond: number;
}

const commonLimits: ConnectionLimits = {
  total: 4_096,
  nearTotal: 3_840,
  perClient: 256,
  replacedPerSecond: 32,
};

/** The connections of one client; each set is in the order in which connections entered that state. */
interface Held {
  idle: Set<Socket>;
  busy: Set<Socket>;
  /** Number of replaced connections in the second that began at `sinceMs`. */
  replaced: { count: number; sinceMs: number };
}

/**
 * Limits connections in all and per client. A client at its share loses its longest idle connection for each new one,
 * and is refused when it replaces too many. Near the total, the client with most connections gives one up (the
 * longest idle, else the newest) for a client with fewer. Trusted proxies carry many clients and are only counted.
 */
export class Connections {
  readonly #clients = new Map<string, Held>();
  readonly #limits: ConnectionLimits;
  readonly #admitted = new WeakSet<Socket>();
  #count = 0;

  constructor(server: Server, isProxy: (address: string) => boolean, limits = commonLimits) {
    this.#limits = limits;
    // Node checks the blockList before it creates a socket: refusing there costs a tenth of closing the socket later.
    const refused = new RefusedClients(
      (address) => !isProxy(address) && this.#replacesTooMany(clientNetwork(address)),
    );
    Object.assign(server, { blockList: refused });
    const admit = (socket: Socket) => {
      if (this.#admitted.has(socket)) return;
      this.#admitted.add(socket);
      const address = socket.remoteAddress ?? "";
      if (isProxy(address)) this.#admitProxy(socket);
      else this.#admit(socket, clientNetwork(address));
    };
    server.on("accept", admit);
    server.on("connection", admit);
  }

  /** Marks that a request of the connection is being handled. */
  markBusy(socket: Socket): void {
    this.#move(socket, "idle", "busy");
  }

  markIdle(socket: Socket): void {
    this.#move(socket, "busy", "idle");
  }

  #move(socket: Socket, from: "idle" | "busy", to: "idle" | "busy"): void {
    const held = this.#clients.get(clientNetwork(socket.remoteAddress ?? ""));
    if (held?.[from].delete(socket)) held[to].add(socket);
  }

  #admitProxy(socket: Socket): void {
    if (this.#count >= this.#limits.nearTotal && !this.#makePlace(0) && this.#count >= this.#limits.total) {
      socket.destroy();
      return;
    }
    this.#count += 1;
    socket.once("close", () => {
      this.#count -= 1;
    });
  }

  #admit(socket: Socket, client: string): void {
    const own = this.#clients.get(client) ?? { idle: new Set(), busy: new Set(), replaced: noneReplaced() };
    const isNearTotal = this.#count >= this.#limits.nearTotal;
    const isAtShare = sizeOf(own) >= this.#limits.perClient;
    const hasPlace =
      !(isAtShare || isNearTotal) ||
      (!isAtShare && this.#makePlace(sizeOf(own))) ||
      this.#close(firstOf(own.idle), client);
    if (!hasPlace) {
      socket.destroy();
      return;
    }
    if (isAtShare) countReplaced(own);
    own.idle.add(socket);
    this.#clients.set(client, own);
    this.#count += 1;
    socket.once("close", () => this.#forget(socket, client));
  }

  #replacesTooMany(client: string): boolean {
    const held = this.#clients.get(client);
    if (!held || sizeOf(held) < this.#limits.perClient) return false;
    const { count, sinceMs } = held.replaced;
    return count >= this.#limits.replacedPerSecond && performance.now() - sinceMs < 1_000;
  }

  /** Closes a connection of the client with most connections; false if that is no more than the new client has. */
  #makePlace(ownCount: number): boolean {
    let largest: [string, Held] | null = null;
    for (const entry of this.#clients) {
      if (!largest || sizeOf(entry[1]) > sizeOf(largest[1])) largest = entry;
    }
    if (!largest || sizeOf(largest[1]) <= ownCount) return false;
    const [client, { idle, busy }] = largest;
    return this.#close(firstOf(idle) ?? [...busy].at(-1), client);
  }

  #close(socket: Socket | undefined, client: string): boolean {
    if (!socket) return false;
    this.#forget(socket, client);
    socket.destroy();
    return true;
  }

  #forget(socket: Socket, client: string): void {
    const held = this.#clients.get(client);
    if (!held?.idle.delete(socket) && !held?.busy.delete(socket)) return;
    this.#count -= 1;
    if (sizeOf(held) === 0) this.#clients.delete(client);
  }
}

class RefusedClients extends BlockList {
  readonly #isRefused: (address: string) => boolean;

  constructor(isRefused: (address: string) => boolean) {
    super();
    this.#isRefused = isRefused;
  }

  override check(address: string | SocketAddress): boolean {
    return this.#isRefused(typeof address === "string" ? address : address.address);
  }
}

const noneReplaced = () => ({ count: 0, sinceMs: performance.now() });

function countReplaced(held: Held): void {
  if (performance.now() - held.replaced.sinceMs >= 1_000) held.replaced = noneReplaced();
  held.replaced.count += 1;
}

const sizeOf = ({ idle, busy }: Held) => idle.size + busy.size;
const firstOf = ([first]: Iterable<Socket>): Socket | undefined => first;
