import { expect, test } from "vitest";
import { chooseExpired, madeAt, scheduledName } from "./retention.ts";

const at = (text: string) => scheduledName(new Date(text));
const days = (from: string, count: number) =>
  Array.from({ length: count }, (_, day) => at(new Date(Date.parse(from) + day * 86_400_000).toISOString()));

test("the name of a backup contains its time", () => {
  const made = new Date("2026-11-23T03:17:05Z");
  expect(scheduledName(made)).toBe("photos-20261123T031705Z.tar");
  expect(madeAt(scheduledName(made))).toEqual(made);
  expect(madeAt("photos-20261123.tar")).toBeNull();
});

test.each([
  ["nothing", [], []],
  ["the only one, however old", [at("2020-01-01T03:17:00Z")], [at("2020-01-01T03:17:00Z")]],
  ["seven days in a row", days("2026-11-16T03:17:00Z", 7), days("2026-11-16T03:17:00Z", 7)],
  [
    "the newest of a day",
    [at("2026-11-23T01:00:00Z"), at("2026-11-23T03:17:00Z"), at("2026-11-23T02:00:00Z")],
    [at("2026-11-23T03:17:00Z")],
  ],
  [
    // 23 November is a Monday: it and the day before are the newest of their weeks, as are 15 and 8 November.
    "of forty days the last seven, and the last of two weeks before",
    days("2026-10-15T03:17:00Z", 40),
    [
      ...["2026-11-08", "2026-11-15"].map((day) => at(`${day}T03:17:00Z`)),
      ...days("2026-11-17T03:17:00Z", 7),
    ],
  ],
  [
    "what was there before a month without any",
    [...days("2026-09-01T03:17:00Z", 3), at("2026-11-23T03:17:00Z")],
    [...days("2026-09-01T03:17:00Z", 3), at("2026-11-23T03:17:00Z")],
  ],
])("retains %s", (_, names, kept) => {
  const expired = new Set(chooseExpired(names));
  expect(names.filter((name) => !expired.has(name)).sort()).toEqual([...kept].sort());
});

test("foreign files and the newest backup are never chosen for deletion", () => {
  const names = ["secrets.json", "mine.tar", "photos-old.tar", ...days("2024-01-01T00:00:00Z", 400)];
  const expired = chooseExpired(names);
  expect(expired.every((name) => madeAt(name) !== null)).toBe(true);
  expect(expired).not.toContain(names.at(-1));
  expect(names.length - expired.length).toBe(3 + 7 + 2);
});
