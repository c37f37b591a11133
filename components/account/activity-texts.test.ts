import { expect, test } from "vitest";
import type { AuditEventInfo } from "#lib/audit/list.ts";
import { createLanguage } from "#lib/language/translate.ts";
import { german } from "../language/de/index.ts";
import { changesOf } from "./activity-texts.ts";

test("a device is named in the reader's language, a key that is named like one is not changed", () => {
  const language = createLanguage("de", german);
  const read = (after: Record<string, unknown>) =>
    changesOf({ before: null, after } as AuditEventInfo, language).map(({ name, after }) => [name, after]);
  expect(read({ device: "Firefox on Windows" })).toEqual([["Gerät", "Firefox unter Windows"]]);
  expect(read({ device: "Unknown device" })).toEqual([["Gerät", "Unbekanntes Gerät"]]);
  expect(read({ device: "Safari" })).toEqual([["Gerät", "Safari"]]);
  expect(read({ name: "Red on White" })).toEqual([["Name", "Red on White"]]);
});
