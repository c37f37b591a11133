import { expect, test } from "vitest";
import { niceCeiling } from "./series.ts";

test("the scale of the chart ends at a round even number that is at least the largest day", () => {
  expect([0, 1, 2, 3, 5, 9, 11, 38, 100, 1_001].map(niceCeiling)).toEqual([
    2, 2, 2, 4, 6, 10, 20, 40, 100, 2_000,
  ]);
});
