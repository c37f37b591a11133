import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import type { Handler } from "#lib/http/route-table.ts";

export interface ServedRoute {
  method: string;
  /** Path with `{name}` segments; `{...}` matches any number of segments. */
  path: string;
  handler: Handler;
}

/** Serves handlers over real HTTP, for clients that have their own HTTP stack. */
export async function serveHandlers(routes: readonly ServedRoute[], at = 0) {
  const server = createServer(async (incoming, outgoing) => {
    const url = new URL(incoming.url ?? "/", "http://localhost");
    const found = findRoute(routes, incoming.method ?? "GET", url.pathname);
    if (!found) {
      outgoing.writeHead(404).end();
      return;
    }
    const hasBody = incoming.method !== "GET" && incoming.method !== "HEAD";
    const init = {
      method: incoming.method,
      headers: Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value) => [name, value]),
      ),
      ...(hasBody && { body: Readable.toWeb(incoming), duplex: "half" }),
    };
    const request = new Request(url, init as RequestInit);
    const response = await found.handler(request, { params: Promise.resolve(found.params) });
    // If the handler did not read the whole body, the client must not send another request on this connection.
    if (hasBody && !incoming.complete) outgoing.setHeader("Connection", "close");
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(at, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  /** Stops accepting connections; resolves after all pending requests are answered. */
  const finish = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return {
    url: `http://127.0.0.1:${port}`,
    finish,
    close: () => {
      const closed = finish();
      server.closeAllConnections();
      return closed;
    },
  };
}

function findRoute(routes: readonly ServedRoute[], method: string, path: string) {
  for (const route of routes) {
    const pattern = new RegExp(
      `^${route.path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)").replace(/\{\.\.\.\}/g, ".+")}$`,
    );
    const match = route.method === method ? pattern.exec(path) : null;
    if (match) return { handler: route.handler, params: { ...match.groups } };
  }
  return null;
}
