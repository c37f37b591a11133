import { test } from "vitest";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { expectRecovery } from "#lib/testing/generations/killed.ts";
import { deepTest } from "#lib/testing/trials.ts";

await useDatabase();

test("work of a process killed at the stage 'working' is charged once, and a retry with its key returns the result", async () => {
  tried("killed-process");
  tried("killed-worker");
  await expectRecovery("working", 1);
});

deepTest(
  "of a call for several photos, what was made before a kill stays, the rest is made later, and retries return all",
  async () => {
    tried("killed-process");
    await expectRecovery("working", 1, 2);
  },
);
