import { describe, expect, it } from "vitest";
import { db, sql } from "#lib/db/index.ts";
import { newId } from "#lib/ids.ts";
import { bootId, instanceName } from "#lib/process.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { chargeCredits, settleCharge } from "./charge.ts";
import { beat, refundAbandoned } from "./sweep.ts";

await useDatabase();

async function chargedBy(owner: string, timeoutMs = 60_000) {
  const { userId } = await makeAccount({ monthly: 5 });
  const id = newId("gen");
  await chargeCredits({ id, userId, apiKeyId: null, operation: "generate", imageUrl: "x", timeoutMs }, 2);
  await db().generation.update({ where: { id }, data: { bootId: owner } });
  const monthly = async () => (await db().balance.findUniqueOrThrow({ where: { userId } })).monthly;
  return { id, userId, monthly };
}

describe("the sweep", () => {
  it("leaves the work of a living process alone", async () => {
    await beat();
    const charge = await chargedBy(bootId());
    expect(await refundAbandoned()).toBe(0);
    expect(await charge.monthly()).toBe(3);
  });

  it("refunds at once what the dead predecessor of this very place left open", async () => {
    const dead = newId("boot");
    await db().appProcess.create({ data: { bootId: dead, instance: instanceName() } });
    const charge = await chargedBy(dead);
    await beat();
    expect(await refundAbandoned()).toBe(1);
    expect(await charge.monthly()).toBe(5);
    expect(await settleCharge(charge.id, { url: "x", publicId: null })).toBeNull();
  });

  it("refunds the work of a process elsewhere once it has been silent for long", async () => {
    const elsewhere = newId("boot");
    await db().appProcess.create({ data: { bootId: elsewhere, instance: "other:3000:/data" } });
    const charge = await chargedBy(elsewhere);
    await beat();
    expect(await refundAbandoned()).toBe(0);
    await db().$executeRaw(sql`
      UPDATE app_process SET heartbeat_at = now() - interval '50 seconds' WHERE boot_id = ${elsewhere}`);
    expect(await refundAbandoned()).toBe(1);
    expect(await charge.monthly()).toBe(5);
  });

  it("refunds work whose time is over, once, however many sweep at the same moment", async () => {
    await beat();
    const charge = await chargedBy(bootId(), 0);
    const refunded = await Promise.all([refundAbandoned(), refundAbandoned(), refundAbandoned()]);
    expect(refunded.reduce((sum, count) => sum + count)).toBe(1);
    expect(await charge.monthly()).toBe(5);
  });

  it("frees the idempotency key of a lost request, so that its retry can run", async () => {
    const { userId } = await makeAccount();
    await beat();
    await db().idempotencyKey.create({
      data: {
        userId,
        key: "lost",
        operation: "generate",
        requestHash: "x",
        bootId: newId("boot"),
        lockedUntil: new Date(Date.now() + 60_000),
        expiresAt: new Date(Date.now() + 60_000),
      },
    });
    await refundAbandoned();
    expect(await db().idempotencyKey.count({ where: { userId } })).toBe(0);
  });
});
