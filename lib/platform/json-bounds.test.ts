import { expect, test } from "vitest";
import { isWithinBounds } from "./json-bounds.ts";

const isWithin = (json: string, depth: number, values: number) =>
  isWithinBounds(new TextEncoder().encode(json), { depth, values });

test.each<[string, number, number]>([
  ["1", 0, 1],
  ["[]", 1, 2],
  ["[1,2,3]", 1, 4],
  ['{"a":[{"b":1}]}', 3, 4],
  ['{"[[[[":"]]{{,,,"}', 1, 2],
  ['["\\"[[[,,,"]', 1, 2],
  ['["\\\\",[]]', 2, 4],
  ['["\\\\\\",[]"]', 1, 2],
])("%s has depth %i and no more than %i values", (json, depth, values) => {
  expect(isWithin(json, depth, values)).toBe(true);
  if (depth > 0) expect(isWithin(json, depth - 1, values)).toBe(false);
  expect(isWithin(json, depth, values - 1)).toBe(false);
});

test("truncated or unbalanced JSON is within the bounds", () => {
  for (const json of ["", '"', '"\\', '["abc', "[[", "]]]]"]) expect(isWithin(json, 9, 9)).toBe(true);
});
