// Guards that work is charged once if its process is killed at any stage, several times each.
import { test } from "vitest";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { expectRecovery } from "#lib/testing/generations/killed.ts";
import type { Stage } from "#lib/testing/generations/work-child.ts";

await useDatabase();

const killsEach = 3;

const stages: readonly Stage[] = ["before charge", "queued", "working", "made", "storing", "completed"];

test.each(stages)(
  "the photos of a call for several are charged once if its process is killed at the stage '%s' of the last one",
  async (stage) => {
    tried("killed-process", killsEach);
    await expectRecovery(stage, killsEach, 3);
  },
);

test.each(stages)(
  "work of a process killed at the stage '%s' is charged once, and a retry with its key returns the result",
  async (stage) => {
    tried("killed-process", killsEach);
    if (stage === "working") tried("killed-worker", killsEach);
    await expectRecovery(stage, killsEach);
  },
);
