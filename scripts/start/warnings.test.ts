import { expect, test } from "vitest";
import { readEnvironment } from "#lib/platform/env.ts";
import { findWarnings } from "./warnings.ts";

const warned = (source: Record<string, string>) =>
  findWarnings(readEnvironment(source)).map(({ key }) => key);

test("machines that would sign uploads differently cause a warning", () => {
  const shared = { STORAGE_URL: "s3://KEY:secret@host/bucket", DATABASE_URL: "postgresql://db/photos" };
  expect(warned(shared)).toEqual(["secret_not_shared"]);
  expect(warned({ ...shared, AUTH_SECRET: "a".repeat(32) })).toEqual([]);
});

test("warnings about proxies, metrics and HTTPS appear only for a public address", () => {
  const publicly = { BASE_URL: "https://photos.example" };
  expect(warned({})).toEqual([]);
  expect(warned({ BASE_URL: "http://127.0.0.1:3000" })).toEqual([]);
  expect(warned(publicly)).toEqual(["proxies_missing", "metrics_closed"]);
  expect(warned({ ...publicly, TRUSTED_PROXIES: "loopback" })).toEqual(["metrics_closed"]);
  expect(
    warned({ BASE_URL: "http://photos.example", TRUSTED_PROXIES: "private", METRICS_TOKEN: "a".repeat(16) }),
  ).toEqual(["address_insecure"]);
  expect(warned({ ...publicly, TRUSTED_PROXIES: "private", METRICS_TOKEN: "a".repeat(16) })).toEqual([]);
});
