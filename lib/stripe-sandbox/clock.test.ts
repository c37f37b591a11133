import fc from "fast-check";
import { expect, test } from "vitest";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import { nextPeriodEnd } from "./clock.ts";

everyTestTries("period-reset");

const seconds = (iso: string) => Date.parse(iso) / 1000;
const iso = (moment: number) => new Date(moment * 1000).toISOString().slice(0, 10);

function periods(anchor: string, count: number): string[] {
  const ends: string[] = [];
  for (let at = seconds(anchor); ends.length < count; ) {
    at = nextPeriodEnd(seconds(anchor), at);
    ends.push(iso(at));
  }
  return ends;
}

test("a period that began on the 31st ends on the last day of shorter months and returns to the 31st", () => {
  expect(periods("2027-10-31T10:00:00Z", 5)).toEqual([
    "2027-11-30",
    "2027-12-31",
    "2028-01-31",
    "2028-02-29",
    "2028-03-31",
  ]);
});

test("a period that began on 29 February ends on the 29th, or on the last day of a shorter month", () => {
  const ends = periods("2028-02-29T00:00:00Z", 12);
  expect(ends[0]).toBe("2028-03-29");
  expect(ends[11]).toBe("2029-02-28");
});

test("every period has 28 to 31 days", () => {
  const moment = fc.integer({ min: seconds("2026-01-01"), max: seconds("2036-01-01") });
  fc.assert(
    fc.property(moment, fc.integer({ min: 1, max: 40 }), (anchor, count) => {
      let at = anchor;
      for (let index = 0; index < count; index += 1) {
        const end = nextPeriodEnd(anchor, at);
        const days = (end - at) / 86_400;
        expect(days).toBeGreaterThanOrEqual(28);
        expect(days).toBeLessThanOrEqual(31);
        at = end;
      }
    }),
    { numRuns: 200 },
  );
});
