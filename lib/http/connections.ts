import type { Server } from "node:http";
import { BlockList, type Socket, type SocketAddress } from "node:net";
import { clientNetwork } from "../platform/client-address.ts";

export interface ConnectionLimits {
  /** In all, over every listening socket. What comes beyond it is closed. */
  total: number;
  /** From here on each new connection takes the place of another. */
  nearTotal: number;
  /** Of one IPv4 address or one IPv6 /64. */
  perClient: number;
  /** So many connections of a client at its share may take the place of its idle ones in a second. */
  replacedPerSecond: number;
}

const commonLimits: ConnectionLimits = {
  total: 4_096,
  nearTotal: 3_840,
  perClient: 256,
  replacedPerSecond: 32,
};

/** The connections of one client; each set in the order in which they became so. */
interface Held {
  idle: Set<Socket>;
  busy: Set<Socket>;
  /** Connections that took the place of others in the second that began then. */
  replaced: { count: number; sinceMs: number };
}

/**
 * Bounds how many connections there are, in all and of one client. A client at its share loses the connection that has
 * been idle longest for each new one; when it does so too often, new ones are refused. Near the total, the client with
 * most connections makes room for a client with fewer: it loses its longest idle one, or its newest when all are in use.
 * Trusted proxies, through which everybody comes, are only counted.
 */
export class Connections {
  readonly #clients = new Map<string, Held>();
  readonly #limits: ConnectionLimits;
  readonly #admitted = new WeakSet<Socket>();
  #count = 0;

  constructor(server: Server, isProxy: (address: string) => boolean, limits = commonLimits) {
    this.#limits = limits;
    // Node asks before it makes a socket of a connection: to refuse one then costs a tenth of closing it later.
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

  /** A request of the connection is being answered. */
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

  /** Closes a connection of whoever holds most; false when nobody holds more than the newcomer. */
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
