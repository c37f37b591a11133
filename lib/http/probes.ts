import type { Server } from "node:http";
import { refusal } from "../platform/errors.ts";
import { because } from "../platform/reasons.ts";
import { createFront } from "./front.ts";
import { checkHealth, checkLive } from "./health.ts";
import { listen } from "./listen.ts";
import { answerMetrics } from "./metrics.ts";
import { checkReady } from "./ready.ts";
import { errorResponse, sendAnswer } from "./response.ts";
import { RouteTable } from "./route-table.ts";
import { answerVersion } from "./version.ts";

/**
 * Serves only the endpoints that load balancers and monitoring poll, for a process that takes no other requests.
 * Throws if the port is in use.
 */
export async function serveProbes(address: { port: number; host: string }): Promise<Server> {
  const routes = new RouteTable();
  routes.add("/api/live", { GET: checkLive });
  routes.add("/api/health", { GET: checkHealth });
  routes.add("/api/ready", { GET: checkReady });
  routes.add("/api/version", { GET: answerVersion });
  routes.add("/api/metrics", { GET: answerMetrics });
  const front = createFront(
    async ({ url = "" }, response) => {
      const error = refusal(because("path_unknown", { path: url }));
      await sendAnswer(
        response,
        errorResponse(error, new Headers({ "X-Request-Id": String(response.getHeader("X-Request-Id")) })),
      );
    },
    { routes },
  );
  await listen(front, address);
  return front;
}
