import { once } from "node:events";
import type { Server } from "node:http";
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";

/**
 * Resolves once the server listens. Throws if the address is in use. Without a host Node listens on IPv6 and IPv4, or
 * on IPv4 alone if the machine has no IPv6.
 */
export async function listen(
  server: Server,
  { host, port }: { host?: string | undefined; port: number },
): Promise<void> {
  const listening = once(server, "listening");
  server.listen({ port, ...(host && { host }) });
  await listening;
}

const longestDrainMs = 5_000;
const quietMs = 20;

/**
 * Closes the server and resolves after the last response. For `graceMs` it still accepts requests, each with
 * `Connection: close`: load balancers that keep connections open, or notice only at their next health check, lose no
 * request.
 */
export async function closeFront(server: Server, graceMs: number): Promise<void> {
  await delay(graceMs);
  await untilNoneConnects(server);
  const closed = new Promise((resolve) => server.close(resolve));
  // Connections that became idle after the drain started would stay open until the client closes them.
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  await closed.finally(() => clearInterval(idle));
}

/** Closing resets the connections that the system still queues, whose clients may have sent a request. */
async function untilNoneConnects(server: Server): Promise<void> {
  const untilMs = performance.now() + longestDrainMs;
  let hasAccepted = true;
  server.on("connection", () => {
    hasAccepted = true;
  });
  while (hasAccepted && performance.now() < untilMs) {
    hasAccepted = false;
    await delay(quietMs);
    // After a long turn, timers run before the connections that came meanwhile.
    await nextTurn();
  }
}
