// Guards that a job whose workers fell silent too often is refunded.

import { expect, test, vi } from "vitest";
import { db } from "#lib/db/index.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { newId } from "../../platform/ids.ts";
import { queueOne } from "../../testing/credits/charge-one.ts";
import { replacePhotos } from "../../testing/generations/paid-endpoint.ts";
import { giveUpSilentWorkers, useWorkers } from "../../testing/generations/workers.ts";
import { withoutWaits } from "../../testing/queue/waits.ts";

await useDatabase();
const slots = 2;
useWorkers(slots);

const balanceOf = (userId: string) =>
  db().balance.findUniqueOrThrow({ where: { userId }, select: { monthly: true, topup: true } });

test("a job whose workers fell silent too often fails permanently, and its work is refunded", async () => {
  tried("killed-process");
  const { userId } = await makeAccount({ monthly: 5 });
  const begun: string[] = [];
  replacePhotos(2, (say) => {
    begun.push(say);
    return new Promise<never>(() => undefined);
  });
  const work = { apiKeyId: null, operation: "generate", imageUrl: "hangs", timeoutMs: 600_000 } as const;
  const id = newId("gen");
  await queueOne({ ...work, id, userId }, 2);
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await withoutWaits(vi.waitUntil(() => begun.length === attempt, { timeout: 20_000 }));
    await giveUpSilentWorkers();
  }
  const status = async () => (await db().generation.findUniqueOrThrow({ where: { id } })).status;
  await vi.waitUntil(async () => (await status()) === "failed", { timeout: 20_000 });
  expect(await balanceOf(userId)).toEqual({ monthly: 5, topup: 0 });
});
