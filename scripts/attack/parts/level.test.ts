import { expect, test } from "vitest";
import { isLevel, type Sample, slopePerHour } from "./level.ts";

/** One sample every five seconds over `minutes`, with `openFiles` at each. */
const samples = (minutes: number, openFiles: (minute: number) => number): Sample[] =>
  Array.from({ length: minutes * 12 + 1 }, (_, index) => ({
    hours: index / 720,
    processes: 1,
    memoryBytes: 1e9,
    openFiles: openFiles(index / 12),
  }));

test("a value that rises during the warm-up and then stays is level", () => {
  const filled = samples(12, (minute) => Math.min(1_000, 500 + 100 * minute));
  expect(isLevel(filled, "openFiles")).toBe(true);
  expect(slopePerHour(filled, "openFiles")).toBeCloseTo(0);
});

test("a value that keeps growing is not level, in a short run and in a long one", () => {
  const growing = (minute: number) => 700 + 60 * minute;
  expect(isLevel(samples(6, growing), "openFiles")).toBe(false);
  expect(slopePerHour(samples(6, growing), "openFiles")).toBeCloseTo(3_600);
  expect(
    isLevel(
      samples(60, (minute) => 1_000 + 4 * minute),
      "openFiles",
    ),
  ).toBe(false);
});

test("a value that oscillates around a constant is level", () => {
  expect(
    isLevel(
      samples(10, (minute) => 1_000 + 100 * Math.sin(7 * minute)),
      "openFiles",
    ),
  ).toBe(true);
});

test("a fluctuating number of connections is level", () => {
  const changing = samples(12, (minute) => 600 + 60 * ((Math.floor(minute * 1.7) * 7) % 11));
  expect(isLevel(changing, "openFiles")).toBe(true);
});
