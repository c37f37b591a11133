import { createServer, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { forward, serveLocally } from "../../../lib/testing/local-server.ts";

/** Fault injected between client and service. */
export type Fault =
  | "none"
  /** The connection ends before the service gets the request. */
  | "refused"
  /** The service handles the request, but its response is lost. */
  | "lost"
  /** The response is cut off within its body. */
  | "truncated"
  /** The service's rate limit is exceeded. */
  | "limited"
  /** The service is overloaded, or fails. */
  | "overloaded"
  | "internal"
  /** A proxy returns 502 although the service handled the request. */
  | "gateway";

const refusals = {
  limited: { status: 429, code: "rate_limited" },
  overloaded: { status: 503, code: "overloaded" },
  internal: { status: 500, code: "internal_error" },
} as const;

/**
 * Starts a proxy in front of the service at `target`. `nextFault` chooses the fault of each request; `onAnswered` is
 * called when the service has handled a request, before the response is forwarded.
 */
export async function startFaultyServer(
  target: string,
  nextFault: (request: IncomingMessage) => Fault,
  onAnswered: () => void = () => undefined,
) {
  let requests = 0;
  const server = createServer({ keepAliveTimeout: 0 }, async (incoming, outgoing) => {
    requests += 1;
    const fault = nextFault(incoming);
    const body = await buffer(incoming);
    if (fault === "refused") return void incoming.socket.destroy();
    if (fault === "limited" || fault === "overloaded" || fault === "internal") {
      const { status, code } = refusals[fault];
      const error = { code, message: "A fault of the test.", request_id: "req_test" };
      outgoing.writeHead(status, { "content-type": "application/json", "retry-after": "0" });
      return void outgoing.end(JSON.stringify({ error }));
    }
    // The service may stop during a call that the client no longer waits for.
    const answer = await forward(incoming, body, target).catch(() => null);
    if (!answer) return void incoming.socket.destroy();
    onAnswered();
    if (fault === "lost") return void incoming.socket.destroy();
    if (fault === "gateway") return void outgoing.writeHead(502).end("<h1>Bad Gateway</h1>");
    outgoing.writeHead(answer.status, { ...answer.headers, "content-length": answer.body.length });
    if (fault === "none") return void outgoing.end(answer.body);
    outgoing.write(answer.body.subarray(0, answer.body.length / 2), () => outgoing.destroy());
  });
  return { ...(await serveLocally(server)), requests: () => requests };
}
