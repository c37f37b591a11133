import { expect, test } from "vitest";
import { isTypo } from "./typo.ts";

test.each([
  ["kitchen", "kithcen", 1, true],
  ["podium", "podum", 1, true],
  ["marble", "marbel", 1, true],
  ["eucalyptus", "euclaiptus", 1, false],
  ["eucalyptus", "euclaiptus", 2, true],
  ["stone", "water", 2, false],
  ["", "ab", 1, false],
] as const)("%s written as %s has at most %i typing errors: %s", (a, b, most, expected) => {
  expect(isTypo(a, b, most)).toBe(expected);
  expect(isTypo(b, a, most)).toBe(expected);
});
