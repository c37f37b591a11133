// Guards that concurrent calls over three processes never spend more than a balance covers, in thousands of calls.
import { expect, test } from "vitest";
import { makeAccount } from "#lib/testing/accounts.ts";
import {
  chargeEverywhere,
  expectExactCharges,
  useChargingProcesses,
} from "#lib/testing/credits/charging-processes.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { auditCredits } from "./audit.ts";

await useDatabase();
useChargingProcesses(3);

const grid = [2, 20, 64, 200].flatMap((calls) =>
  [0, 1, calls / 2, calls].map((covered) => ({ calls, covered })),
);

test.each(grid)(
  "for $calls calls over three processes, a balance for $covered calls lets exactly that many succeed",
  async ({ calls, covered }) => {
    const costs = [1, 2, 3];
    tried("exact-charges", calls * costs.length);
    for (const cost of costs) await expectExactCharges({ calls, covered, cost, rest: cost === 3 ? 2 : 0 });
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
