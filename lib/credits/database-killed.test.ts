import { test } from "vitest";
import { expectKeptAfterKills } from "#lib/testing/credits/killed-database.ts";
import { tried } from "#lib/testing/evidence/index.ts";

const kills = 1;

test("acknowledged work and its charges survive a killed database under load", {
  timeout: 180_000,
}, async () => {
  tried("killed-database", kills);
  await expectKeptAfterKills(kills);
});
