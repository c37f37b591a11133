import { createFront } from "#lib/http/front.ts";
import { type Handler, RouteTable } from "#lib/http/route-table.ts";
import { serveLocally } from "./local-server.ts";

/** Serves routes over real HTTP, behind the server that callers meet, for clients that have their own HTTP stack. */
export async function serveRoutes(routes: RouteTable, at = 0) {
  const server = createFront(
    (_request, response) => {
      response.writeHead(404).end();
    },
    { routes },
  );
  const { url } = await serveLocally(server, at);
  /** Stops accepting connections; resolves after all pending requests are answered. */
  const finish = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return {
    url,
    finish,
    close: () => {
      const closed = finish();
      server.closeAllConnections();
      return closed;
    },
  };
}

/** A table of route modules by path, such as `/api/v1/generations/[id]`. */
export function routesOf(
  modules: Record<string, Partial<Record<"GET" | "POST" | "PATCH" | "DELETE", Handler>>>,
) {
  const routes = new RouteTable();
  for (const [path, handlers] of Object.entries(modules)) routes.add(path, handlers);
  return routes;
}
