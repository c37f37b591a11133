import { expect, test } from "vitest";
import { findDays } from "./search-days.ts";

// A Friday; still Thursday in Los Angeles.
const now = new Date("2026-11-27T03:00:00Z");
const found = (text: string, timeZone = "UTC") =>
  findDays(text.split(" "), { now, timeZone }).map(({ days: { from, to } }) =>
    from === to ? from : `${from}…${to}`,
  );

test.each([
  ["today", "2026-11-27"],
  ["gestern", "2026-11-26"],
  ["Tuesday", "2026-11-24"],
  ["freitag", "2026-11-27"],
  ["27 nov", "2026-11-27"],
  ["Nov 28", "2025-11-28"],
  ["3rd march", "2026-03-03"],
  ["27. November 2024", "2024-11-27"],
  ["17.11.", "2026-11-17"],
  ["1.2.2025", "2025-02-01"],
  ["2026-10-05", "2026-10-05"],
  ["last week", "2026-11-16…2026-11-22"],
  ["diese Woche", "2026-11-23…2026-11-29"],
  ["letzten Monat", "2026-10-01…2026-10-31"],
  ["december", "2025-12-01…2025-12-31"],
  ["feb 2024", "2024-02-01…2024-02-29"],
])("%s names %s", (text, days) => {
  expect(found(text)).toEqual([days]);
});

test("days are those of the given time zone", () => {
  expect(found("today", "America/Los_Angeles")).toEqual(["2026-11-26"]);
});

test.each(["mug", "may", "mar", "30 feb", "31.4.2026", "2026-13-01", "last mug", "27", "week", ""])(
  "%j names no day",
  (text) => {
    expect(found(text)).toEqual([]);
  },
);

test("days are found among other words, at their place", () => {
  const words = "blue mug 27 nov yesterday".split(" ");
  expect(findDays(words, { now, timeZone: "UTC" }).map(({ at, length }) => [at, length])).toEqual([
    [2, 2],
    [4, 1],
  ]);
});
