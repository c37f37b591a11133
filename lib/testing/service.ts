import path from "node:path";
import { loadRoutes } from "#lib/http/route-table.ts";
import { useEnvironment } from "./environment.ts";
import { serveRoutes } from "./http-server.ts";
import { findTestPort } from "./port.ts";

/** The whole API and its image host over HTTP, at a new BASE_URL. Uses the database and workers of the test. */
export async function startService() {
  const port = await findTestPort();
  useEnvironment({ BASE_URL: `http://127.0.0.1:${port}` });
  return serveRoutes(await loadRoutes(path.resolve(import.meta.dirname, "../../app")), port);
}
