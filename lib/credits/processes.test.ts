import { expect, test } from "vitest";
import { expectExactCharges, useChargingProcesses } from "#lib/testing/credits/charging-processes.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { auditCredits } from "./audit.ts";

await useDatabase();
useChargingProcesses(2);

test.each([0, 1, 10, 20])(
  "for 20 calls over two processes, a balance for %d calls lets exactly that many succeed",
  async (covered) => {
    tried("exact-charges", 20);
    await expectExactCharges({ calls: 20, covered, cost: 3, rest: 2 });
    expect((await auditCredits()).findings).toEqual([]);
  },
);
