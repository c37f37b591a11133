import fc from "fast-check";
import { expect, test } from "vitest";
import { isTimeZone } from "../contract/fields.ts";
import { addDays, dayOf, isDay, startOfDay } from "./days.ts";

const zones = [
  "UTC",
  "Europe/Berlin",
  "America/Los_Angeles",
  "Asia/Kathmandu",
  "Pacific/Kiritimati",
  "Pacific/Niue",
];

test("a day begins at its first moment in any time zone, also where clocks change", () => {
  const at = fc.date({ min: new Date("2020-01-01"), max: new Date("2030-12-31"), noInvalidDate: true });
  fc.assert(
    fc.property(at, fc.constantFrom(...zones), (moment, zone) => {
      const day = dayOf(moment, zone);
      const start = startOfDay(day, zone);
      expect(dayOf(start, zone)).toBe(day);
      expect(dayOf(new Date(start.getTime() - 1), zone)).toBe(addDays(day, -1));
      expect(startOfDay(addDays(day, 1), zone).getTime()).toBeGreaterThan(moment.getTime());
    }),
    { numRuns: 40 },
  );
  expect(startOfDay("2026-11-27", "Europe/Berlin").toISOString()).toBe("2026-11-26T23:00:00.000Z");
});

test("days are those of the calendar, and time zones those of the system", () => {
  expect(addDays("2028-02-28", 2)).toBe("2028-03-01");
  expect(["2026-11-27", "2028-02-29", "2026-02-29", "2026-1-1", "x"].map(isDay)).toEqual([
    ...[true, true],
    ...[false, false, false],
  ]);
  expect(["Europe/Berlin", "UTC", "Mars/Base", ""].map(isTimeZone)).toEqual([true, true, false, false]);
});
