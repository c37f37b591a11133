// Guards that requests with one Idempotency-Key run its work once, in dozens of random orders.
import { test } from "vitest";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";
import { expectOneRun } from "#lib/testing/idempotency-races.ts";

await useDatabase();
useWorkers();

const runs = 60;

test("concurrent requests with one key run its work once and get the same response", async () => {
  tried("idempotency", runs);
  await expectOneRun(runs);
});
