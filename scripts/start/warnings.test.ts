import { expect, test } from "vitest";
import { readEnvironment } from "#lib/platform/env.ts";
import { findWarnings } from "./warnings.ts";

const warned = (source: Record<string, string>) =>
  findWarnings(readEnvironment(source)).map((warning) => /TRUSTED_PROXIES|METRICS_TOKEN/.exec(warning)?.[0]);

test("warnings are for operators of a public address only", () => {
  const publicly = { BASE_URL: "https://photos.example" };
  expect(warned({})).toEqual([]);
  expect(warned({ BASE_URL: "http://127.0.0.1:3000" })).toEqual([]);
  expect(warned(publicly)).toEqual(["TRUSTED_PROXIES", "METRICS_TOKEN"]);
  expect(warned({ ...publicly, TRUSTED_PROXIES: "loopback" })).toEqual(["METRICS_TOKEN"]);
  expect(warned({ ...publicly, TRUSTED_PROXIES: "private", METRICS_TOKEN: "a".repeat(16) })).toEqual([]);
});
