import { once } from "node:events";
import { Server as HttpServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo, Server } from "node:net";
import { buffer } from "node:stream/consumers";

/** Starts a server on this machine, by default at a free port; `close` also ends its connections. */
export async function serveLocally(server: Server, at = 0) {
  server.listen(at, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = () => {
    if (server instanceof HttpServer) server.closeAllConnections();
    server.close();
  };
  return { port, url: `http://127.0.0.1:${port}`, close };
}

/** The whole response of the server at `target` to a request, whose body was read. */
export async function forward({ method, url = "/", headers }: IncomingMessage, body: Buffer, target: string) {
  const sent = request(new URL(url, target), { method, headers: { ...headers, connection: "close" } });
  sent.end(body);
  const [answer]: IncomingMessage[] = await once(sent, "response");
  if (!answer) throw new Error("unreachable: a response has a message");
  const { connection: _, "transfer-encoding": __, ...rest } = answer.headers;
  return { status: answer.statusCode ?? 502, headers: rest, body: await buffer(answer) };
}
