// Guards that paid work whose source never resolves is refunded after its last attempt.

import { expect, test } from "vitest";
import { auditCredits } from "#lib/credits/audit.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { useUnresolvedSource } from "#lib/testing/generations/source-outage.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";

await useDatabase();
useWorkers(1);
const { names, order } = useUnresolvedSource();

test("paid work whose source never resolves is refunded after the last attempt, with the cause", async () => {
  names.failures = Number.POSITIVE_INFINITY;
  const { row, monthly } = await order();
  expect(row).toMatchObject({ status: "failed", attempts: 6, errorCode: "generation_failed" });
  expect(row.errorMessage).toContain("host name could not be resolved");
  expect(monthly).toBe(9);
  expect((await auditCredits()).findings).toEqual([]);
});
