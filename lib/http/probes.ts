import type { Server } from "node:http";
import { refusal } from "../platform/errors.ts";
import { because } from "../platform/reasons.ts";
import { directAnswers } from "./dispatch.ts";
import { createFront } from "./front.ts";
import { checkHealth, checkLive } from "./health.ts";
import { listen } from "./listeners.ts";
import { answerMetrics } from "./metrics.ts";
import { checkReady } from "./ready.ts";
import { errorResponse } from "./response.ts";
import { sendAnswer } from "./send-answer.ts";
import { answerVersion } from "./version.ts";

/** Registers the endpoints that load balancers and monitoring poll with the front server. */
export function answerDirectly(): void {
  Object.assign(directAnswers(), {
    "/api/live": checkLive,
    "/api/health": checkHealth,
    "/api/ready": checkReady,
    "/api/version": answerVersion,
    "/api/metrics": answerMetrics,
  });
}

/** Serves only these endpoints, for a process that takes no other requests. Throws if the port is in use. */
export async function serveProbes(address: { port: number; host: string }): Promise<Server> {
  answerDirectly();
  const front = createFront(async ({ url = "" }, response) => {
    const error = refusal(because("path_unknown", { path: url }));
    await sendAnswer(
      response,
      errorResponse(error, new Headers({ "X-Request-Id": String(response.getHeader("X-Request-Id")) })),
    );
  });
  await listen(front, address);
  return front;
}
