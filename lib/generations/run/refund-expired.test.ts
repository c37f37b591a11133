import { describe, expect, test } from "vitest";
import { db } from "#lib/db/index.ts";
import { newId } from "#lib/platform/ids.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { runsOf } from "#lib/testing/trials.ts";
import { auditCredits } from "../../credits/audit.ts";
import { completeCharge, refundCharge } from "../../credits/resolve.ts";
import { chargeOne, queueOne } from "../../testing/credits/charge-one.ts";
import { refundExpired } from "./refund-expired.ts";
import { runWork } from "./run.ts";

await useDatabase();

async function charged(charge: typeof chargeOne, timeoutMs: number) {
  const { userId } = await makeAccount({ monthly: 5 });
  const id = newId("gen");
  await charge({ id, userId, apiKeyId: null, operation: "generate", imageUrl: "x", timeoutMs }, 2);
  const monthly = async () => (await db().balance.findUniqueOrThrow({ where: { userId } })).monthly;
  return { id, monthly };
}

describe.each([
  ["waits", queueOne],
  ["runs", chargeOne],
] as const)("the sweep of work that %s", (_state, charge) => {
  test("does not refund work that still has time", async () => {
    const { id, monthly } = await charged(charge, 60_000);
    expect(await refundExpired()).toBe(0);
    expect(await monthly()).toBe(3);
    await refundCharge(id, "generation_failed");
  });

  test("refunds expired work once under concurrent sweeps", async () => {
    tried("resolve-once");
    const { id, monthly } = await charged(charge, 0);
    const refunded = await Promise.all([refundExpired(), refundExpired(), refundExpired()]);
    expect(refunded.reduce((sum, count) => sum + count)).toBe(1);
    expect(await monthly()).toBe(5);
    expect(await db().generation.findUniqueOrThrow({ where: { id } })).toMatchObject({
      status: "failed",
      errorCode: "generation_failed",
      errorMessage: "The image was not made in time.",
    });
    expect(await completeCharge(id, { url: "x", publicId: null })).toBeNull();
  });

  test("leaves nothing to do for a worker that fetches the job of expired or refunded work", async () => {
    const { id, monthly } = await charged(charge, 0);
    const attempt = { id, retriesDone: 0, retriesLeft: 2, signal: new AbortController().signal };
    // Also before the sweep, a worker must not start work whose caller no longer waits.
    expect(await runWork(attempt)).toBeNull();
    await refundExpired();
    expect(await runWork(attempt)).toBeNull();
    expect(await monthly()).toBe(5);
  });
});

test("expired work of many accounts is refunded once during concurrent sweeps, completions and charges", async () => {
  const rounds = runsOf(5, 1);
  const accounts = await Promise.all(
    Array.from({ length: runsOf(8, 3) }, () => makeAccount({ monthly: 30, topup: 45 })),
  );
  const expired = rounds * accounts.length * 5;
  tried("resolve-once", expired);
  const common = { apiKeyId: null, operation: "generate", imageUrl: "x" } as const;
  let refunded = 0;
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all(
      accounts.flatMap(({ userId }) =>
        Array.from({ length: 5 }, () => chargeOne({ ...common, id: newId("gen"), userId, timeoutMs: 0 }, 3)),
      ),
    );
    const others = accounts.map(async ({ userId }) => {
      const id = newId("gen");
      await chargeOne({ ...common, id, userId, timeoutMs: 60_000 }, 1);
      expect(await completeCharge(id, { url: "x", publicId: null })).not.toBeNull();
    });
    const sweeps = await Promise.all(Array.from({ length: 4 }, refundExpired));
    await Promise.all(others);
    refunded += sweeps.reduce((sum, count) => sum + count);
  }
  expect(refunded).toBe(expired);
  for (const { userId } of accounts) {
    const { monthly, topup } = await db().balance.findUniqueOrThrow({ where: { userId } });
    expect(monthly + topup).toBe(30 + 45 - rounds);
  }
  expect((await auditCredits()).findings).toEqual([]);
});
