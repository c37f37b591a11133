import { once } from "node:events";
import type { Server } from "node:http";
import {
  type BlockList,
  createServer,
  type ListenOptions,
  type Server as NetServer,
  type Socket,
} from "node:net";
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import { clientNetwork } from "../platform/client-address.ts";
import { startInSlices } from "./slices.ts";

/**
 * libuv accepts one connection of a listening socket per turn of the event loop. With one socket, a client behind
 * hundreds of new connections waits for as many turns; with several, the system spreads them over all.
 */
const socketCount = process.platform === "linux" ? 256 : 1;
/** Per turn; a burst of connections must not lengthen turns, because each turn accepts further connections. */
const sliceMs = 1;

/**
 * Makes the server listen on several sockets of one address; returns the further ones. Throws if it is in use. Without
 * a host it listens on every address.
 */
export async function listenOnAll(
  server: Server,
  address: { port: number; host: string },
): Promise<NetServer[]> {
  // With reusePort, another service could also listen on the same address.
  if (socketCount > 1) await requireFree(address);
  const options = { ...address, reusePort: socketCount > 1 };
  await listen(server, options);
  const { blockList } = server as NetServer & { blockList?: BlockList };
  const shared = {
    allowHalfOpen: true,
    noDelay: true,
    pauseOnConnect: true,
    ...(blockList && { blockList }),
  };
  const startSoon = startInSlices(sliceMs);
  const begin = (socket: Socket) => {
    if (socket.destroyed) return;
    server.emit("connection", socket);
    socket.resume();
  };
  const others = Array.from({ length: socketCount - 1 }, () =>
    createServer(shared, (socket) => {
      server.emit("accept", socket);
      startSoon("common", clientNetwork(socket.remoteAddress ?? ""), () => begin(socket));
    }),
  );
  await Promise.all(others.map((other) => listen(other, options)));
  return others;
}

async function requireFree(address: ListenOptions): Promise<void> {
  const server = createServer();
  await listen(server, address);
  const closed = once(server, "close");
  server.close();
  await closed;
}

/**
 * Resolves once the server listens. Throws if the address is in use. Without a host Node listens on IPv6 and IPv4, or
 * on IPv4 alone if the machine has no IPv6.
 */
export async function listen(server: NetServer, { host, ...options }: ListenOptions): Promise<void> {
  const listening = once(server, "listening");
  server.listen({ ...options, ...(host && { host }) });
  await listening;
}

/**
 * Drains the server and resolves after the last response; `others` are the sockets returned by `listenOnAll`. For
 * `graceMs` it still accepts requests, each with `Connection: close`: load balancers that keep connections open, or
 * notice only at their next health check, lose no request.
 */
export async function closeFront(
  server: Server,
  others: readonly NetServer[],
  graceMs: number,
): Promise<void> {
  await delay(graceMs);
  const closed = Promise.all([server, ...others].map(closeWhenNoneWaits));
  // Connections that became idle after the drain started would stay open until the client closes them.
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  await closed.finally(() => clearInterval(idle));
}

const longestDrainMs = 2_000;

/**
 * Closes a listening socket after a turn of the event loop without new connections: the system resets those still
 * queued, whose clients may have sent a request. Resolves when its connections are closed too.
 */
async function closeWhenNoneWaits(server: NetServer): Promise<void> {
  const untilMs = performance.now() + longestDrainMs;
  let accepted = 0;
  const count = () => {
    accepted += 1;
  };
  server.on("connection", count);
  await nextTurn();
  for (let before = -1; before !== accepted && performance.now() < untilMs; ) {
    before = accepted;
    await nextTurn();
  }
  server.off("connection", count);
  await new Promise((resolve) => server.close(resolve));
}
