// Guards that many concurrent guesses of a password, each from another address, are refused at the account's limit.
import "#lib/testing/env/production.ts";
import { test } from "vitest";
import { expectGuessesRefused } from "../testing/auth/guesses.ts";
import { useDatabase } from "../testing/database.ts";
import { tried } from "../testing/evidence/index.ts";

await useDatabase();

test("120 concurrent guesses from 120 IP addresses hit the account's limit, and an unknown email gets the same replies", async () => {
  tried("address", 120);
  await expectGuessesRefused(120);
});
