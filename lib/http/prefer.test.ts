import { expect, test } from "vitest";
import { readPreferences } from "./prefer.ts";

const none = { respondAsync: false, waitSeconds: null, isStrict: false };

test.each([
  ["respond-async", { ...none, respondAsync: true }],
  ["Respond-Async, wait=10", { ...none, respondAsync: true, waitSeconds: 10 }],
  ['wait="10"; x=y, respond-async;foo', { ...none, respondAsync: true, waitSeconds: 10 }],
  ["wait=5, wait=50", { ...none, waitSeconds: 5 }],
  ["wait=-1", none],
  ["wait=1e3", none],
  ["wait=99999999999", none],
  ["handling=strict", { ...none, isStrict: true }],
  ["handling=lenient, handling=strict", none],
  ['handling = "STRICT"', { ...none, isStrict: true }],
  ["respond-asynchronously", none],
  [",,;=", none],
  ["", none],
])("Prefer: %s", (prefer, preferences) => {
  expect(readPreferences(new Headers({ prefer }))).toEqual(preferences);
});
