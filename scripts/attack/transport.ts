import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Attack, times } from "./parts/attack.ts";
import type { Target } from "./parts/target.ts";

const lastsMs = 20_000;

/** Another source address of this machine. */
const addressOf = (index: number) => `127.1.${index >> 8}.${(index & 255) + 1}`;

/** Opens a connection, also if the service refuses it; `closed` shows whether the service has closed it. */
function open(target: Target, from: string, { isReading = true } = {}): Promise<Socket> {
  const port = Number(new URL(target.baseUrl).port);
  const socket = connect({ host: "127.0.0.1", port, localAddress: from });
  if (isReading) socket.resume();
  socket.on("error", () => undefined);
  const { promise, resolve } = Promise.withResolvers<Socket>();
  socket.once("connect", () => resolve(socket)).once("close", () => resolve(socket));
  return promise;
}

const requestOf = (target: Target, path: string, headers = "") =>
  `GET ${path} HTTP/1.1\r\nHost: ${new URL(target.baseUrl).host}\r\n${headers}\r\n`;

/** Pipelined requests by clients that never read: limits the load of one connection. */
export const pipeline: Attack = {
  name: "pipeline",
  does: "pipelines 1,400 requests on one connection, and 1.7 MB of them on thirty, and never reads",
  async prepare(target) {
    return async () => {
      const untilMs = performance.now() + lastsMs;
      let tried = 0;
      let closed = 0;
      const strike = async (count: number, bytes: number, path: string) => {
        const request = requestOf(target, path);
        const text = request.repeat(Math.ceil(bytes / count / request.length));
        const clients = await Promise.all(
          times(count, (index) => open(target, addressOf(index), { isReading: false })),
        );
        for (const socket of clients) socket.write(text);
        tried += count;
        await sleep(500);
        // Only a client that reads detects that its connection is closed.
        for (const socket of clients) socket.resume();
        await sleep(500);
        closed += clients.filter((socket) => socket.closed).length;
        for (const socket of clients) socket.destroy();
      };
      while (performance.now() < untilMs) {
        await strike(1, 1_400 * requestOf(target, "/docs").length, "/docs");
        await strike(30, 1_700_000, "/api/v1/openapi.json");
      }
      return { tried, refused: closed, problems: [] };
    };
  },
};

const floodAddresses = 40;
const connectionsEach = 8;

/** Pages for many addresses at once; half of the clients never read. */
export const renderFlood: Attack = {
  name: "render-flood",
  does: "requests pages on 320 connections of 40 addresses at once, half of which never read",
  async prepare(target) {
    const { cookie } = await target.openSession();
    const variants = [
      (index: number) => requestOf(target, `/docs?${index}`),
      (index: number) => requestOf(target, `/sign-in?next=%2F${index}`),
      (index: number) => requestOf(target, `/nothing/here/${index}`),
      () => requestOf(target, "/docs", `Cookie: ${cookie}\r\n`),
      () => requestOf(target, "/docs", "Cookie: pgs.session_token=made.up\r\n"),
      () => requestOf(target, "/", "Accept-Language: de\r\nAccept-Encoding: gzip\r\n"),
    ];
    return async () => {
      const untilMs = performance.now() + lastsMs;
      let tried = 0;
      let closed = 0;
      const lane = async (index: number) => {
        const isReading = index % 2 === 0;
        for (let round = index; performance.now() < untilMs; round += 1) {
          const socket = await open(target, addressOf(index % floodAddresses), { isReading });
          const text = variants[round % variants.length]?.(round) ?? "";
          // A reading client sends the next request after a response; the others pipeline five.
          socket.write(isReading ? text : text.repeat(5));
          tried += 1;
          // A listener would make the others read.
          const answered = isReading ? [new Promise((resolve) => socket.once("data", resolve))] : [];
          await Promise.race([...answered, sleep(2_000)]);
          if (socket.closed) closed += 1;
          socket.destroy();
        }
      };
      await Promise.all(times(floodAddresses * connectionsEach, lane));
      return { tried, refused: closed, problems: [] };
    };
  },
};

const holders = 8;
const heldEach = 512;

/** A few addresses hold connections open until no more are accepted; those of customers must still be. */
export const connections: Attack = {
  name: "connections",
  does: "holds 512 connections from each of eight addresses, silent, malformed, idle or in the middle of a body",
  async prepare(target) {
    const { key } = await target.openAccount();
    const beginnings = [
      "",
      requestOf(target, "/api/live"),
      "GET /api/live HTTP/1.1\r\nHost:",
      `\0\u{1} /%zz HTTP/9\r\n${"x".repeat(1_000)}`,
      `POST /api/v1/estimate HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Length: 1000\r\n\r\n{`,
    ];
    return async () => {
      const untilMs = performance.now() + lastsMs;
      const held: Socket[] = [];
      const hold = async (holder: number) => {
        while (performance.now() < untilMs) {
          for (let at = 0; at < heldEach; at += 64) {
            const opened = await Promise.all(times(64, () => open(target, addressOf(holder))));
            for (const [index, socket] of opened.entries())
              socket.write(beginnings[index % beginnings.length] ?? "");
            held.push(...opened);
          }
          await sleep(3_000);
        }
      };
      await Promise.all(times(holders, hold));
      const refused = held.filter((socket) => socket.closed).length;
      for (const socket of held) socket.destroy();
      return { tried: held.length, refused, problems: [] };
    };
  },
};
