import { expect, test } from "vitest";
import { tried } from "#lib/testing/evidence/index.ts";
import { DELETE, GET, OPTIONS, PATCH, POST, PUT } from "./[[...path]]/route.ts";
import { GET as LIVE, POST as LIVE_POST } from "./live/route.ts";
import { GET as OPENAPI, HEAD as OPENAPI_HEAD } from "./v1/openapi.json/route.ts";

const url = "http://localhost:3000/api/v2/nothing?key=pgs_canary";

test.each([
  ["GET", GET],
  ["POST", POST],
  ["PUT", PUT],
  ["PATCH", PATCH],
  ["DELETE", DELETE],
  ["OPTIONS", OPTIONS],
])(
  "answers %s for an unknown path with a JSON 404 that does not repeat the query",
  async (method, handler) => {
    tried("methods");
    const response = await handler(new Request(url, { method }));
    expect(response.status).toBe(404);
    const text = await response.text();
    expect(JSON.parse(text).error).toMatchObject({
      code: "not_found",
      request_id: response.headers.get("x-request-id"),
    });
    expect(text).not.toContain("canary");
  },
);

test("answers the liveness probe, and a JSON 405 for other methods", async () => {
  expect((await LIVE(new Request(url))).status).toBe(200);
  expect((await LIVE_POST(new Request(url, { method: "POST" }))).status).toBe(405);
});

test("serves the API description to anyone", async () => {
  const response = await OPENAPI(new Request(url));
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect((await response.json()).openapi).toBe("3.1.1");
});

test("sends the API description with an ETag, and answers 304 to a matching If-None-Match", async () => {
  tried("openapi");
  const first = await OPENAPI(new Request(url));
  const etag = first.headers.get("etag") ?? "";
  expect(etag).toMatch(/^"[\w-]{43}"$/);
  expect(first.headers.get("cache-control")).toBe("public, no-cache");
  const ask = (tags: string) => OPENAPI(new Request(url, { headers: { "if-none-match": tags } }));
  for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    const again = await ask(tags);
    expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
  }
  for (const tags of ['"other"', etag.slice(1, -1), ""]) expect((await ask(tags)).status).toBe(200);
  const head = await OPENAPI_HEAD(new Request(url, { method: "HEAD" }));
  expect([head.status, await head.text(), head.headers.get("etag")]).toEqual([200, "", etag]);
});
