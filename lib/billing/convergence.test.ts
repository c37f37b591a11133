import { beforeAll, test } from "vitest";
import { useEnvironment } from "#lib/testing/environment.ts";
import { expectNothingDoubled } from "../testing/billing/deliveries.ts";
import { useDatabase } from "../testing/database.ts";
import { tried } from "../testing/evidence/index.ts";
import { setUpCatalog } from "./setup.ts";
import { stripe } from "./stripe.ts";

useEnvironment({ BASE_URL: "http://127.0.0.1:9" });

await useDatabase();
beforeAll(() => setUpCatalog(stripe()));

test("shuffled, repeated and concurrent delivery after a process was killed has the outcome of ordered delivery", async () => {
  tried("event-replay");
  tried("killed-handler");
  await expectNothingDoubled([40], { maxCopies: 2 });
});
