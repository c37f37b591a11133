import { test } from "vitest";
import { pairs, raceResolutions } from "#lib/testing/credits/races.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";

await useDatabase();

const seeds = 4;

// A settle with a refund, in both orders, and with the sweep.
test.each(pairs.slice(2, 5))(
  "concurrent %s and %s resolve a charge once, and later attempts do nothing",
  async (...pair) => {
    tried("resolve-once", seeds);
    await raceResolutions(pair, seeds);
  },
);
