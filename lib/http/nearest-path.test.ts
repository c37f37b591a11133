import { expect, test } from "vitest";
import { findNearestPath } from "./nearest-path.ts";

test.each([
  ["/api/v1/removebg", "/api/v1/remove-bg"],
  ["/api/v1/remove-background", "/api/v1/remove-bg"],
  ["/api/generate", "/api/v1/generate"],
  ["/api/v2/generate", "/api/v1/generate"],
  ["/api/v1/images/generate", "/api/v1/generate"],
  ["/api/v1/credits/", "/api/v1/credits"],
  ["/api/v1/webhooks", "/api/v1/webhook-endpoints"],
  ["/api/v1/generation/gen_4kT", "/api/v1/generations/{id}"],
  ["/api/v1/batch/bat_1/item", "/api/v1/batches/{id}/items"],
])("the nearest path to %s is %s", (sent, meant) => {
  expect(findNearestPath(sent)).toBe(meant);
});

test.each([
  "/api/v1/",
  "/api/v1/x",
  "/api/v1/users",
  "/api/v2/nothing",
  `/api/v1/generate${"e".repeat(100)}`,
])("no path is near %s", (sent) => {
  expect(findNearestPath(sent)).toBeNull();
});
