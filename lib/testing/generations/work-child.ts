// A process that does paid work stage by stage and waits at each to be told to go on, or is killed there.

import { sendHeartbeat } from "../../db/heartbeat.ts";
import { doPaidWork } from "../../generations/work.ts";
import { claimKey } from "../../http/idempotency.ts";

export const stages = ["before charge", "charged", "working", "made", "storing", "settled"] as const;
export type Stage = (typeof stages)[number];

async function reach(stage: Stage): Promise<void> {
  await new Promise((resolve) => {
    process.once("message", resolve);
    process.send?.(stage);
  });
}

const [userId = "", apiKeyId = ""] = process.argv.slice(2);
const idempotencyKey = "order-1";

await sendHeartbeat();
await claimKey({ userId, key: idempotencyKey }, "generate", "hash");
await reach("before charge");
await doPaidWork(
  {
    operation: "generate",
    imageUrl: "x",
    cost: 4,
    async make() {
      for (const stage of ["charged", "working", "made", "storing"] as const) await reach(stage);
      return { url: "https://example.com/made.jpg", publicId: null };
    },
  },
  { userId, apiKeyId, idempotencyKey, startedAtMs: Date.now() },
);
await reach("settled");
