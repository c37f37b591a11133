import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type Server } from "node:http";

const checkEveryMs = 250;

/**
 * A plain reverse proxy: round robin over healthy services with keep-alive connections; tries another service only
 * when the connection is refused, like proxies that must not send a request twice.
 */
export async function startProxy(ports: readonly number[], at = 0): Promise<Server> {
  const agent = new Agent({ keepAlive: true });
  const healthy = new Set(ports);
  const checks = setInterval(() => {
    for (const port of ports) {
      fetch(`http://127.0.0.1:${port}/api/health`).then(
        ({ ok }) => (ok ? healthy.add(port) : healthy.delete(port)),
        () => healthy.delete(port),
      );
    }
  }, checkEveryMs);
  let turn = 0;
  const forward = (incoming: IncomingMessage, body: Buffer, port: number) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const { method, url, headers } = incoming;
      const { connection: _, ...rest } = headers;
      const outgoing = request({ agent, host: "127.0.0.1", port, method, path: url, headers: rest }, resolve);
      outgoing.on("error", reject);
      outgoing.end(body);
    });
  const proxy = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    turn += 1;
    const inTurn = ports.map((_, place) => ports[(turn + place) % ports.length] ?? 0);
    const order = [...inTurn.filter((port) => healthy.has(port)), ...inTurn];
    for (let attempt = 0; ; attempt += 1) {
      try {
        const answer = await forward(incoming, Buffer.concat(chunks), order[attempt] ?? 0);
        const { connection: _, "keep-alive": __, ...headers } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 502, headers);
        answer.on("error", () => outgoing.destroy());
        answer.pipe(outgoing);
        return;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ECONNREFUSED" && attempt + 1 < order.length) continue;
        outgoing.writeHead(502).end(String(error));
        return;
      }
    }
  });
  proxy.once("close", () => clearInterval(checks));
  proxy.listen(at, "127.0.0.1");
  await once(proxy, "listening");
  return proxy;
}
