import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import { eventually, openRaw, type RawConnection, requestOf, serveFront } from "#lib/testing/raw-front.ts";
import { env } from "../platform/env.ts";
import { Connections } from "./connections.ts";
import { SocketTurns } from "./socket-turns.ts";

everyTestTries("unproven");

let server: Server | undefined;
const clients: RawConnection[] = [];

afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.destroy();
  const closing = server;
  server = undefined;
  if (closing) await new Promise((resolve) => closing.close(resolve));
  vi.restoreAllMocks();
});

/** A server with room for ten connections, four per client; the test decides when requests are answered. */
async function open(proxy = "") {
  const answers: ServerResponse[] = [];
  server = createServer({ keepAliveTimeout: 60_000 });
  const limits = { total: 12, nearTotal: 10, perClient: 4, replacedPerSecond: 3 };
  const connections = new Connections(server, (address) => address === proxy, limits);
  const turns = new SocketTurns({
    onBusy: (socket) => connections.markBusy(socket),
    onIdle: (socket) => connections.markIdle(socket),
  });
  server.on("request", (request, response) =>
    turns.take(request, response, () => void answers.push(response)),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const connectFrom = async (from: string) => {
    const arrived = once(server as Server, "connection");
    const client = openRaw(port, { from });
    clients.push(client);
    await arrived;
    return client;
  };
  const connectAll = async (from: string, count: number) => {
    const opened: RawConnection[] = [];
    for (let index = 0; index < count; index += 1) opened.push(await connectFrom(from));
    return opened;
  };
  const ask = async (client: RawConnection) => {
    const before = answers.length;
    client.socket.write(requestOf("/"));
    await eventually(() => expect(answers).toHaveLength(before + 1));
  };
  return { port, connectFrom, connectAll, ask };
}

const isOpen = ({ socket }: RawConnection) => !socket.destroyed;
const openOf = (list: readonly RawConnection[]) => list.map(isOpen);

describe("connections", () => {
  test("of one client beyond its share replace its longest idle one", async () => {
    const { connectAll, connectFrom } = await open();
    const held = await connectAll("127.0.0.2", 4);
    const next = await connectFrom("127.0.0.2");
    await held[0]?.closed;
    expect(openOf([...held, next])).toEqual([false, true, true, true, true]);
  });

  test("of one client whose share is entirely in use are refused", async () => {
    const { connectAll, connectFrom, ask } = await open();
    for (const client of await connectAll("127.0.0.2", 4)) await ask(client);
    const next = await connectFrom("127.0.0.2");
    await next.closed;
    expect(openOf(clients)).toEqual([true, true, true, true, false]);
  });

  test("of a client that replaces too many in a second are refused before the server has a socket for them", async () => {
    const now = vi.spyOn(performance, "now").mockReturnValue(5_000);
    const { connectAll, connectFrom, port } = await open();
    await connectAll("127.0.0.2", 4 + 3);
    const sockets = vi.fn();
    server?.on("connection", sockets);
    const next = openRaw(port, { from: "127.0.0.2" });
    clients.push(next);
    await next.closed;
    expect(sockets).not.toHaveBeenCalled();
    await connectFrom("127.0.0.3");
    now.mockReturnValue(6_000);
    await connectFrom("127.0.0.2");
    expect(sockets).toHaveBeenCalledTimes(2);
  });

  test("near the limit replace the longest idle one of the client that holds the most", async () => {
    const { connectAll, connectFrom, ask } = await open();
    const one = await connectAll("127.0.0.2", 3);
    const two = await connectAll("127.0.0.3", 4);
    const three = await connectAll("127.0.0.4", 3);
    if (two[0]) await ask(two[0]);
    const next = await connectFrom("127.0.0.9");
    await two[1]?.closed;
    expect(openOf(two)).toEqual([true, false, true, true]);
    expect(openOf([...one, ...three, next])).toEqual(Array(7).fill(true));
  });

  test("near the limit are accepted when all are in use, unless their client holds the most", async () => {
    const { connectAll, connectFrom, ask } = await open();
    const held = [
      ...(await connectAll("127.0.0.2", 4)),
      ...(await connectAll("127.0.0.3", 3)),
      ...(await connectAll("127.0.0.4", 3)),
    ];
    for (const client of held) await ask(client);
    const next = await connectFrom("127.0.0.9");
    await held[3]?.closed;
    expect(isOpen(next)).toBe(true);
    await ask(next);
    const more = await connectFrom("127.0.0.2");
    await more.closed;
    expect(openOf(held).filter(Boolean)).toHaveLength(9);
  });

  test("of a trusted proxy are never closed for others", async () => {
    const { connectAll, connectFrom } = await open("127.0.0.2");
    const proxied = await connectAll("127.0.0.2", 8);
    const others = await connectAll("127.0.0.3", 2);
    const next = await connectFrom("127.0.0.9");
    await others[0]?.closed;
    expect(openOf([...proxied, next])).toEqual(Array(9).fill(true));
  });

  test("beyond the limit are closed, also those of a trusted proxy", async () => {
    const { connectAll, connectFrom } = await open("127.0.0.2");
    const proxied = await connectAll("127.0.0.2", 12);
    const next = await connectFrom("127.0.0.2");
    await next.closed;
    expect(openOf(proxied)).toEqual(Array(12).fill(true));
  });
});

describe("an idle connection", () => {
  const keepAliveOf = async (trusted: string) => {
    vi.spyOn(env(), "TRUSTED_PROXIES", "get").mockReturnValue(trusted);
    await using front = await serveFront((_request, response) => void response.end("done."));
    const client = openRaw(front.port);
    client.socket.write(requestOf("/api/live"));
    await eventually(() => expect(client.text()).toContain("done."));
    const [socket] = front.sockets;
    // The socket's timeout, which Node sets a second above the announced keep-alive.
    await eventually(() => expect(socket?.timeout).toBeGreaterThan(0));
    client.socket.destroy();
    return [/Keep-Alive: (.*)\r/.exec(client.text())?.[1], Math.floor((socket?.timeout ?? 0) / 1_000)];
  };

  test("stays open for 5 seconds, and for 75 seconds if it is a trusted proxy's", async () => {
    expect(await keepAliveOf("")).toEqual(["timeout=5", 6]);
    expect(await keepAliveOf("loopback")).toEqual(["timeout=75", 75]);
  });
});
