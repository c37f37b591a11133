// Guards that the events of recorded subscriptions, repeated, shuffled and interrupted, end in one and the same state.

import { beforeAll, expect, test } from "vitest";
import { useEnvironment } from "#lib/testing/environment.ts";
import {
  ended,
  expectNothingDoubled,
  expectSameOutcome,
  forget,
  liveInOrder,
  outcome,
  startChild,
  writeEvents,
} from "../testing/billing/deliveries.ts";
import { useDatabase } from "../testing/database.ts";
import { tried } from "../testing/evidence/index.ts";
import { setUpCatalog } from "./setup.ts";
import { stripe } from "./stripe.ts";

useEnvironment({ BASE_URL: "http://127.0.0.1:9" });

await useDatabase();
beforeAll(() => setUpCatalog(stripe()));

// BILLING_LIVES="seeds,copies,first seed" runs more: 20,100,1 is the full run of some minutes.
// biome-ignore lint/style/noProcessEnv: a setting of this test only
const [lives = 8, maxCopies = 3, firstSeed = 1] = (process.env.BILLING_LIVES ?? "8,3,1")
  .split(",")
  .map(Number);

test("duplicated, shuffled and concurrent delivery of 40 events has the same outcome as ordered delivery", async () => {
  tried("event-replay", lives);
  await expectSameOutcome(
    Array.from({ length: lives }, (_, index) => firstSeed + index),
    maxCopies,
  );
}, 600_000);

test("concurrent delivery to three processes has the same outcome as ordered delivery", async () => {
  tried("event-replay", 3);
  const life = await liveInOrder(2);
  await forget(life);
  const file = await writeEvents(life);
  const codes = await Promise.all([1, 2, 3].map((seed) => ended(startChild(file, seed))));
  expect(codes).toEqual([0, 0, 0]);
  expect(await outcome(life.user)).toEqual(life.inOrder);
});

test("redelivery after a process was killed while handling events doubles nothing", async () => {
  tried("killed-handler", 4);
  await expectNothingDoubled([0, 15, 40, 90]);
});
