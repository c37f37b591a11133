import { expect, test } from "vitest";
import { growthOf, isLevel } from "./level.ts";

/** Whether one value every five seconds over `minutes` is level. */
function isLevelOver(minutes: number, valueAt: (minute: number) => number): boolean {
  const values = Array.from({ length: minutes * 12 }, (_, index) => valueAt(index / 12));
  return isLevel(values, minutes / 60);
}

test("a value that rises during the warm-up and then stays is level", () => {
  expect(isLevelOver(12, (minute) => Math.min(900, 500 + 100 * minute))).toBe(true);
});

test("a value that keeps growing is not level, in a short run and in a long one", () => {
  expect(isLevelOver(6, (minute) => 700 + 60 * minute)).toBe(false);
  expect(isLevelOver(60, (minute) => 1_000 + 4 * minute)).toBe(false);
});

test("a value that oscillates or fluctuates around a constant is level", () => {
  expect(isLevelOver(10, (minute) => 1_000 + 100 * Math.sin(7 * minute))).toBe(true);
  expect(isLevelOver(12, (minute) => 600 + 60 * ((Math.floor(minute * 1.7) * 7) % 11))).toBe(true);
});

test("growth is the difference of the last two thirds", () => {
  expect(growthOf([0, 5, 10, 10, 12, 12])).toBe(2);
});
