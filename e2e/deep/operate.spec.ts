// Guards: after random actions of an operator under traffic, all paid work has its file or its refund.
import { test } from "@playwright/test";
import { operate } from "../operate/world.ts";
import { sharedCache, tried } from "../support.ts";

test.skip(process.platform !== "linux", "reads the process table of Linux");

test("after random actions of an operator under traffic, all paid work has its file or its refund", async () => {
  test.setTimeout(600_000);
  // For more seeds: TEST_TIER=all npx playwright test --project=deep operate --repeat-each 20
  const seed = Number(process.env.OPERATE_SEED ?? Math.floor(Math.random() * 2 ** 31));
  const done = await operate(seed, { steps: 4, cache: sharedCache() });
  console.log(`deep/operate.spec.ts: seed ${seed}, ${done.join(", ")}`);
  tried("operations", done.length);
});
