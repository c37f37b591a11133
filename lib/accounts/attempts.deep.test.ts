// Guards that many concurrent guesses of a password, each from another address, are refused at the account's limit.

import { test } from "vitest";
import { useEnvironment } from "#lib/testing/environment.ts";
import { expectGuessesRefused } from "../testing/auth/guesses.ts";
import { useDatabase } from "../testing/database.ts";
import { tried } from "../testing/evidence/index.ts";

useEnvironment({ NODE_ENV: "production" });

await useDatabase();

test("120 concurrent guesses from 120 IP addresses hit the account's limit, and an unknown email gets the same replies", async () => {
  tried("address", 120);
  await expectGuessesRefused(120);
});
