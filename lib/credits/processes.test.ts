import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "#lib/db/index.ts";
import { env } from "#lib/platform/env.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { compiledSources } from "#lib/testing/compiled.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import type { ChargeOrder } from "../testing/credits/charge-child.ts";
import { auditCredits } from "./audit.ts";

await useDatabase();
const processes: ChildProcess[] = [];

beforeAll(() => {
  const { DATABASE_URL, DATA_DIR } = env();
  const environment = { NODE_ENV: "test", LOG_LEVEL: "silent", DATABASE_POOL_SIZE: "4" } as const;
  for (let index = 0; index < 3; index += 1) {
    processes.push(
      fork(path.join(import.meta.dirname, "../testing/credits/charge-child.ts"), {
        env: {
          ...environment,
          ...compiledSources,
          DATA_DIR,
          // All wait for the same row, on a busy machine longer than the default timeout.
          DATABASE_TIMEOUT_MS: "60000",
          ...(DATABASE_URL && { DATABASE_URL }),
        },
      }),
    );
  }
});
afterAll(async () => {
  const ended = processes.map((child) => once(child, "exit"));
  for (const child of processes) child.disconnect();
  await Promise.all(ended);
});

/** Spreads calls over the processes; returns how many succeeded. */
async function chargeEverywhere(userId: string, calls: number, cost: number): Promise<number> {
  const shares = processes.map((_, index) => Math.floor((calls + index) / processes.length));
  const counts = await Promise.all(
    processes.map(async (child, index) => {
      const order: ChargeOrder = { userId, calls: shares[index] ?? 0, cost };
      const answer = once(child, "message");
      child.send(order);
      return Number((await answer)[0]);
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

const grid = [2, 20, 64, 200].flatMap((calls) =>
  [0, 1, calls / 2, calls].map((covered) => ({ calls, covered })),
);

test.each(grid)(
  "for $calls calls over three processes, a balance for $covered calls lets exactly that many succeed",
  async (round) => {
    const rounds = 3;
    tried("exact-charges", round.calls * rounds);
    for (let index = 0; index < rounds; index += 1) {
      const cost = 1 + index;
      const credits = round.covered * cost + (index === 2 ? cost - 1 : 0);
      const monthly = Math.floor(credits / 2);
      const { userId } = await makeAccount({ monthly, topup: credits - monthly });
      expect(await chargeEverywhere(userId, round.calls, cost)).toBe(round.covered);
      const left = await db().balance.findUniqueOrThrow({ where: { userId } });
      expect(left.monthly + left.topup).toBe(credits - round.covered * cost);
    }
  },
);

test("six of 20 calls for 75 credits succeed on a balance of 500", async () => {
  tried("exact-charges", 40);
  for (let round = 0; round < 2; round += 1) {
    const { userId } = await makeAccount({ monthly: 250, topup: 250 });
    expect(await chargeEverywhere(userId, 20, 75)).toBe(6);
  }
  expect((await auditCredits()).findings).toEqual([]);
});
