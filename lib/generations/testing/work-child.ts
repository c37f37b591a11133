// A process that does paid work stage by stage and waits at each to be told to go on, or is killed there.
import { claimKey } from "../../api/idempotency.ts";
import { beat } from "../../credits/sweep.ts";
import { doPaidWork } from "../work.ts";

export const stages = ["before charge", "charged", "working", "made", "storing", "settled"] as const;
export type Stage = (typeof stages)[number];

async function reach(stage: Stage): Promise<void> {
  await new Promise((resolve) => {
    process.once("message", resolve);
    process.send?.(stage);
  });
}

const [userId = "", apiKeyId = ""] = process.argv.slice(2);
const profile = { tier: "pro", status: "active", creditsLimit: 400, monthly: 0, topup: 0 } as const;
const rateLimit = { allowed: true, limit: 600, remaining: 599, resetSeconds: 1 };
const idempotency = { userId, key: "order-1" };

await beat();
await claimKey(idempotency, "generate", "hash");
await reach("before charge");
await doPaidWork(
  {
    caller: { userId, apiKeyId, profile, rateLimit },
    input: undefined,
    params: {},
    headers: new Headers(),
    requestId: "req",
    startedAtMs: Date.now(),
    idempotency,
  },
  { operation: "generate", imageUrl: "x" },
  4,
  async () => {
    for (const stage of ["charged", "working", "made", "storing"] as const) await reach(stage);
    return { url: "https://example.com/made.jpg", publicId: null };
  },
);
await reach("settled");
