import { test } from "vitest";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { expectRecovery } from "#lib/testing/generations/killed.ts";
import type { Stage } from "#lib/testing/generations/work-child.ts";

await useDatabase();

const killsEach = 1;

test.each<Stage>(["queued", "working", "completed"])(
  "work of a process killed at the stage '%s' is charged once, and a retry with its key returns the result",
  async (stage) => {
    tried("killed-process", killsEach);
    if (stage === "working") tried("killed-worker", killsEach);
    await expectRecovery(stage, killsEach);
  },
);
