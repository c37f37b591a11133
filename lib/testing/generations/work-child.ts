// A process that calls for a photo, and makes it as a worker on request. At each stage it waits to be continued or
// killed.

import { setTimeout as delay } from "node:timers/promises";
import { connectImages } from "../../connect-images.ts";
import { sendHeartbeat } from "../../db/heartbeat.ts";
import { db } from "../../db/index.ts";
import { photoMaker } from "../../generations/kinds/make-photo.ts";
import { photo } from "../../generations/kinds/photo.ts";
import { generatePhoto } from "../../generations/order/call.ts";
import { announceSlots, startWorkers } from "../../generations/run/worker.ts";
import { claimKey } from "../../http/idempotency.ts";

connectImages();

export const stages = ["before charge", "queued", "working", "made", "storing", "completed"] as const;
export type Stage = (typeof stages)[number];

async function reach(stage: Stage): Promise<void> {
  await new Promise((resolve) => {
    process.once("message", resolve);
    process.send?.(stage);
  });
}

const [userId = "", apiKeyId = ""] = process.argv.slice(2);
const photos = Number(process.argv[5]);
const idempotencyKey = "order-1";

photo.cost = () => 4;
photo.check = async ({ imageUrl }) => ({ imageUrl, sourcePublicId: null });
photoMaker.make = async () => {
  for (const stage of ["working", "made", "storing"] as const) await reach(stage);
  return { url: "https://example.com/made.jpg", publicId: null };
};

// Prevents a refusal for lack of a worker, although this worker starts only on request.
announceSlots(1);
await sendHeartbeat();
await claimKey({ userId, key: idempotencyKey }, "paid", process.argv[4] ?? "");
await reach("before charge");
const answered = generatePhoto(
  { imageUrl: "x", style: "studio", aspectRatio: "1:1", resolution: "1K", n: photos },
  {
    userId,
    apiKeyId,
    idempotencyKey,
    account: { tier: "pro", total: 4 + 4 * photos },
    startedAtMs: Date.now(),
    respondAsync: false,
    resumedId: null,
  },
);
await untilQueued();
await reach("queued");
await startWorkers();
await answered;
await reach("completed");

async function untilQueued(): Promise<void> {
  while ((await db().generation.count({ where: { userId } })) === 0) await delay(10);
}
