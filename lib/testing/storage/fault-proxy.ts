import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { forward, serveLocally } from "../local-server.ts";

/** Faults of the connection to an object store. */
export type StoreFault =
  /** 503 as for too many requests; the request is not forwarded to the store. */
  | "slow down"
  /** The store executes the request; the connection ends without a response. */
  | "lost answer"
  /** The connection ends after the response headers. */
  | "lost after head"
  /** The connection ends in the middle of the response body. */
  | "truncated"
  /** The body has the right length, but one byte is changed. */
  | "damaged"
  /** The response is delayed by 1.5 seconds. */
  | "slow";

/** An unreachable store: it closes connections at once, or never responds. */
export type Absence = "closed" | "silent";

interface Call {
  method: string;
  /** Path and query. */
  url: string;
}

/** Starts a proxy between a client and any object store that injects the planned faults. */
export async function startFaultProxy(upstreamPort: number) {
  const faults: { fault: StoreFault; applies: (call: Call) => boolean; times: number }[] = [];
  const calls: Call[] = [];
  let absence: Absence | null = null;
  let unanswered = 0;
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.on("connection", (socket) => {
    if (absence !== "closed") return;
    unanswered += 1;
    socket.destroy();
  });

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const call = { method: incoming.method ?? "", url: incoming.url ?? "" };
    const body = await buffer(incoming);
    calls.push(call);
    if (absence) {
      unanswered += 1;
      if (absence === "closed") outgoing.destroy();
      return;
    }
    const planned = faults.find(({ applies, times }) => times > 0 && applies(call));
    if (planned) planned.times -= 1;
    const fault = planned?.fault;
    if (fault === "slow down") {
      outgoing.writeHead(503, { "Content-Type": "application/xml" });
      return void outgoing.end("<Error><Code>SlowDown</Code><Message>SlowDown</Message></Error>");
    }
    if (fault === "slow") await delay(1_500);
    const given = await forward(incoming, body, `http://127.0.0.1:${upstreamPort}`);
    if (absence || fault === "lost answer") return void outgoing.destroy();
    // A client needs the Content-Length of a HEAD response, which has no body.
    outgoing.writeHead(given.status, given.headers);
    if (fault === "lost after head") {
      outgoing.flushHeaders();
      return void outgoing.destroy();
    }
    if (fault === "truncated") {
      return void outgoing.write(given.body.subarray(0, given.body.length / 2), () => outgoing.destroy());
    }
    if (fault === "damaged")
      given.body[given.body.length >> 1] = (given.body[given.body.length >> 1] ?? 0) ^ 1;
    outgoing.end(given.body);
  }

  const { port, close } = await serveLocally(server);
  return {
    port,
    calls,
    /** Makes the next `times` matching requests fail. */
    plan(fault: StoreFault, applies: (call: Call) => boolean, times = 1) {
      faults.push({ fault, applies, times });
    },
    /** Blocks all requests and responses; null restores the connection. */
    setAway(how: Absence | null) {
      absence = how;
      if (how !== "silent") server.closeAllConnections();
    },
    /** Number of requests and connections while the store was unreachable. */
    countUnanswered: () => unanswered,
    /** Clears planned faults and recorded requests, and restores the connection. */
    reset() {
      faults.length = 0;
      calls.length = 0;
      absence = null;
    },
    close,
  };
}
