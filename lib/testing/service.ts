import path from "node:path";
import { findTestPort } from "./port.ts";

/**
 * The whole API and its image host over HTTP, at a new BASE_URL. Must be called before modules are imported that read
 * the environment. Uses the database and workers of the test.
 */
export async function startService() {
  const port = await findTestPort();
  process.env.BASE_URL = `http://127.0.0.1:${port}`;
  // Imported here, because they read the environment.
  const [{ loadRoutes }, { serveRoutes }] = await Promise.all([
    import("#lib/http/route-table.ts"),
    import("./http-server.ts"),
  ]);
  return serveRoutes(await loadRoutes(path.resolve(import.meta.dirname, "../../app")), port);
}
