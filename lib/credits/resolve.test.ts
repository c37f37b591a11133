import { test } from "vitest";
import { pairs, raceResolutions } from "#lib/testing/credits/races.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";

await useDatabase();

const seeds = 6;

test.each(pairs)(
  "concurrent %s and %s resolve a charge once, and later attempts do nothing",
  async (...pair) => {
    tried("resolve-once", seeds);
    await raceResolutions(pair, seeds);
  },
);
