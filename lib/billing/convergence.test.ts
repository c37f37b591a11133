import { beforeAll, test } from "vitest";
import { useEnvironment } from "#lib/testing/environment.ts";
import { expectNothingDoubled, expectSameOutcome } from "../testing/billing/deliveries.ts";
import { useDatabase } from "../testing/database.ts";
import { tried } from "../testing/evidence/index.ts";
import { setUpCatalog } from "./setup.ts";
import { stripe } from "./stripe.ts";

useEnvironment({ BASE_URL: "http://127.0.0.1:9" });

await useDatabase();
beforeAll(() => setUpCatalog(stripe()));

test("duplicated, shuffled and concurrent delivery of 40 events has the same outcome as ordered delivery", async () => {
  tried("event-replay", 2);
  await expectSameOutcome([1, 2], 2);
});

test("redelivery after a process was killed while handling events doubles nothing", async () => {
  tried("killed-handler");
  await expectNothingDoubled([40]);
});
