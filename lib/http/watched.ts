import { directAnswers } from "./dispatch.ts";
import { checkHealth } from "./health.ts";

/** Says that the process answers; whether it can work is for `checkHealth` to say. */
export const checkLive = async () => Response.json({ status: "ok" });

/** Has the server in front answer what load balancers ask every few seconds. */
export function answerDirectly(): void {
  Object.assign(directAnswers(), { "/api/live": checkLive, "/api/health": checkHealth });
}
