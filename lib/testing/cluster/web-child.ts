// A web process that runs no jobs (WORKERS=0): the service's handlers for paid operations and health, without pages.

import { drainWork, startBackground } from "../../background.ts";
import { operations } from "../../contract/operations.ts";
import { createBatch } from "../../generations/batches/create.ts";
import { generatePhoto } from "../../generations/order/call.ts";
import { endpoint } from "../../http/endpoint.ts";
import { checkHealth, checkLive } from "../../http/health.ts";
import { serveHandlers } from "../http-server.ts";

const { generate, createBatch: create } = operations;

await startBackground();
const served = await serveHandlers(
  [
    { ...generate, handler: endpoint(generate, generatePhoto) },
    { ...create, handler: endpoint(create, createBatch) },
    { method: "GET", path: "/api/health", handler: checkHealth },
    { method: "GET", path: "/api/live", handler: checkLive },
  ],
  Number(process.env.PORT),
);

process.once("SIGTERM", async () => {
  await drainWork(served.finish(), { timeoutMs: 30_000 });
  process.exit(0);
});
