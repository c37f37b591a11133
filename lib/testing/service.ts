import { glob } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Handler } from "#lib/http/route-table.ts";
import { type ServedRoute, serveHandlers } from "./http-server.ts";
import { findTestPort } from "./port.ts";

const root = path.resolve(import.meta.dirname, "../..");
const methods = ["GET", "POST", "PATCH", "DELETE"] as const;

/**
 * The whole API and its image host over HTTP, at a new BASE_URL. Must be called before modules are imported that read
 * the environment. Uses the database and workers of the test.
 */
export async function startService() {
  const port = await findTestPort();
  const url = `http://127.0.0.1:${port}`;
  process.env.BASE_URL = url;
  const routes: ServedRoute[] = [];
  for await (const file of glob("app/{api/v1,embedded/images}/**/route.ts", { cwd: root })) {
    const handlers: Partial<Record<string, Handler>> = await import(
      pathToFileURL(path.join(root, file)).href
    );
    const served = `/${path.dirname(file).slice("app/".length)}`
      .replace(/\[\.\.\.\w+\]/, "{...}")
      .replace(/\[(\w+)\]/g, "{$1}");
    for (const method of methods) {
      const handler = handlers[method];
      if (handler) routes.push({ method, path: served, handler });
    }
  }
  // Paths without parameters precede matching paths with parameters.
  routes.sort((a, b) => Number(a.path.includes("{")) - Number(b.path.includes("{")));
  return serveHandlers(routes, port);
}
