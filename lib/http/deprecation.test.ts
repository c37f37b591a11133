import { expect, test } from "vitest";
import { leastNoticeDays } from "#lib/contract/deprecation.ts";
import type { Operation } from "#lib/contract/operation.ts";
import { operations } from "#lib/contract/operations.ts";
import { env } from "#lib/platform/env.ts";
import { endpoint } from "./endpoint.ts";
import { publicEndpoint } from "./public-endpoint.ts";

const request = new Request("http://localhost:3000/api/v1/scenes");
const answered = async () => ({ data: [], nextCursor: null });

test("a deprecated operation has Deprecation, Sunset and Link headers", async () => {
  const deprecated = { since: "2026-11-24", sunset: "2027-11-24", instead: "`GET /api/v1/others`" };
  const { headers } = await publicEndpoint({ ...operations.listScenes, deprecated }, answered)(request);
  expect(headers.get("deprecation")).toBe(`@${Date.UTC(2026, 10, 24) / 1000}`);
  expect(headers.get("sunset")).toBe("Wed, 24 Nov 2027 00:00:00 GMT");
  expect(headers.get("link")).toBe(`<${env().BASE_URL}/docs#versions>; rel="deprecation"; type="text/html"`);
});

test("a refused call has the Deprecation header too, and no Sunset header if no date is set", async () => {
  const deprecated = { since: "2026-11-24", instead: "`GET /api/v1/others`" };
  const refuse = endpoint({ ...operations.credits, deprecated }, async () => {
    throw new Error("not reached without a key");
  });
  const { status, headers } = await refuse(request);
  expect([status, headers.get("deprecation"), headers.get("sunset")]).toEqual([401, "@1795478400", null]);
});

test("an operation that is not deprecated has none of these headers", async () => {
  const { headers } = await publicEndpoint(operations.listScenes, answered)(request);
  for (const name of ["deprecation", "sunset", "link"]) expect(headers.get(name)).toBeNull();
});

test("a sunset is never before the end of the notice period", () => {
  for (const { id, deprecated } of Object.values<Operation>(operations)) {
    if (deprecated?.sunset === undefined) continue;
    const days = (Date.parse(deprecated.sunset) - Date.parse(deprecated.since)) / 86_400_000;
    expect(days, id).toBeGreaterThanOrEqual(leastNoticeDays);
  }
});
