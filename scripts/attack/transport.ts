import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Attack, type Outcome, problemsOf, times } from "./parts/attack.ts";
import type { Target } from "./parts/target.ts";
import { prepareVisitors } from "./parts/visitors.ts";

/** Another source address of this machine: all of 127.0.0.0/8 is local. */
const addressOf = (index: number) => `127.1.${index >> 8}.${(index & 255) + 1}`;

interface Raw {
  socket: Socket;
  /** Whether the service has closed it. */
  isClosed: () => boolean;
}

function open(target: Target, from: string, { isReading = true } = {}): Promise<Raw> {
  const socket = connect({
    host: "127.0.0.1",
    port: Number(new URL(target.baseUrl).port),
    localAddress: from,
  });
  let isClosed = false;
  socket.on("error", () => undefined);
  socket.once("close", () => {
    isClosed = true;
  });
  if (isReading) socket.resume();
  const raw = { socket, isClosed: () => isClosed };
  return new Promise((resolve) => {
    socket.once("connect", () => resolve(raw));
    socket.once("close", () => resolve(raw));
  });
}

const requestOf = (target: Target, path: string, headers = "") =>
  `GET ${path} HTTP/1.1\r\nHost: ${new URL(target.baseUrl).host}\r\n${headers}\r\n`;

const lastsMs = 20_000;
const pageEveryMs = 500;

/** Pipelined requests by clients that never read: limits the load of one connection. */
export const pipeline: Attack = {
  name: "pipeline",
  does: "pipelines 1,400 requests on one connection, and 1.7 MB of them on thirty, and never reads",
  async prepare(target) {
    const visit = await prepareVisitors(target, [
      { addresses: ["127.2.0.1"], paths: ["/docs"], pauseMs: pageEveryMs },
    ]);
    return async () => {
      const untilMs = performance.now() + lastsMs;
      const visiting = visit(lastsMs);
      let tried = 0;
      let closed = 0;
      const strike = async (connections: number, bytes: number, path: string) => {
        const request = requestOf(target, path);
        const text = request.repeat(Math.ceil(bytes / connections / request.length));
        const clients = await Promise.all(
          times(connections, async (index) => {
            const client = await open(target, addressOf(index), { isReading: false });
            client.socket.write(text);
            return client;
          }),
        );
        tried += connections;
        await sleep(500);
        // Only a client that reads detects that its connection is closed.
        for (const { socket } of clients) socket.resume();
        await sleep(500);
        closed += clients.filter(({ isClosed }) => isClosed()).length;
        for (const { socket } of clients) socket.destroy();
      };
      while (performance.now() < untilMs) {
        await strike(1, 1_400 * requestOf(target, "/docs").length, "/docs");
        await strike(30, 1_700_000, "/api/v1/openapi.json");
      }
      const visited = await visiting;
      const problems = [
        ...visited.problems,
        ...problemsOf([closed < tried, `${tried - closed} of ${tried} connections stayed open`]),
      ];
      const note = `a visitor waited at most ${visited.worst} for each of ${visited.pages} pages`;
      return { tried, refused: closed, problems, note };
    };
  },
};

const floodAddresses = 40;
const connectionsEach = 8;

/** Pages that cannot be cached, for many addresses at once; half of the clients never read. */
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
    const visit = await prepareVisitors(target, [
      { addresses: ["127.2.0.1"], paths: ["/docs"], pauseMs: pageEveryMs },
      { addresses: ["127.2.0.2"], paths: ["/sign-in?next=%2Fstudio"], pauseMs: pageEveryMs },
    ]);
    return async () => {
      const untilMs = performance.now() + lastsMs;
      const visiting = visit(lastsMs);
      let tried = 0;
      let closed = 0;
      const lane = async (index: number) => {
        const from = addressOf(index % floodAddresses);
        for (let round = index; performance.now() < untilMs; round += 1) {
          const client = await open(target, from, { isReading: index % 2 === 0 });
          const text = variants[round % variants.length]?.(round) ?? "";
          // A reading client sends the next request after a response; the others pipeline five.
          client.socket.write(index % 2 === 0 ? text : text.repeat(5));
          tried += 1;
          const answered = new Promise((resolve) => client.socket.once("data", resolve));
          await Promise.race([answered, sleep(2_000)]);
          if (client.isClosed()) closed += 1;
          client.socket.destroy();
        }
      };
      await Promise.all(times(floodAddresses * connectionsEach, lane));
      const { problems, worst, pages } = await visiting;
      const note = `visitors waited at most ${worst} for ${pages} pages`;
      return { tried, refused: closed, problems, note } satisfies Outcome;
    };
  },
};

const holders = 8;
const heldEach = 512;

/** A few addresses hold connections open until no more are accepted. */
export const connections: Attack = {
  name: "connections",
  does: "holds 512 connections from each of eight addresses, silent, idle or in the middle of a body",
  async prepare(target) {
    const { key } = await target.openAccount();
    // Each visit is a new connection, from an address without other connections.
    const addresses = times(250, (index) => `127.3.0.${index + 1}`);
    const visit = await prepareVisitors(target, [{ addresses, paths: ["/api/live", "/"], pauseMs: 100 }]);
    return async () => {
      const untilMs = performance.now() + lastsMs;
      const visiting = visit(lastsMs);
      const held: Raw[] = [];
      const beginnings = [
        "",
        requestOf(target, "/api/live"),
        "GET /api/live HTTP/1.1\r\nHost:",
        `POST /api/v1/estimate HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Length: 1000\r\n\r\n{`,
      ];
      const hold = async (holder: number) => {
        while (performance.now() < untilMs) {
          const mine = times(heldEach, (index) => index);
          for (let at = 0; at < mine.length; at += 64) {
            const opened = await Promise.all(
              mine.slice(at, at + 64).map(async (index) => {
                const raw = await open(target, addressOf(holder));
                raw.socket.write(beginnings[index % beginnings.length] ?? "");
                return raw;
              }),
            );
            held.push(...opened);
          }
          await sleep(3_000);
        }
      };
      const holding = Promise.all(times(holders, hold));
      await holding;
      const closed = held.filter(({ isClosed }) => isClosed()).length;
      for (const { socket } of held) socket.destroy();
      const { problems, worst, pages } = await visiting;
      const note = `new visitors waited at most ${worst} for each of ${pages} responses`;
      return { tried: held.length, refused: closed, problems, note };
    };
  },
};
