// A web process that runs no jobs (WORKERS=0): the service's handlers for paid operations and health, without pages.

import { drainWork, startBackground } from "../../background.ts";
import { operations } from "../../contract/operations.ts";
import { createBatch } from "../../generations/batches/create.ts";
import { generatePhoto } from "../../generations/order/call.ts";
import { endpoint } from "../../http/endpoint.ts";
import { checkHealth, checkLive } from "../../http/health.ts";
import { routesOf, serveRoutes } from "../http-server.ts";

const { generate, createBatch: create } = operations;

await startBackground();
const routes = routesOf({
  [generate.path]: { POST: endpoint(generate, generatePhoto) },
  [create.path]: { POST: endpoint(create, createBatch) },
  "/api/health": { GET: checkHealth },
  "/api/live": { GET: checkLive },
});
const served = await serveRoutes(routes, Number(process.env.PORT));

process.once("SIGTERM", async () => {
  await drainWork(served.finish(), { timeoutMs: 30_000 });
  process.exit(0);
});
