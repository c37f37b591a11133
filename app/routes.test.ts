import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { operations } from "#lib/contract/operations.ts";
import { loadRoutes } from "#lib/http/route-table.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { deepTest } from "#lib/testing/trials.ts";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "..");
const routes = await loadRoutes(path.join(import.meta.dirname));

async function ask(method: string, address: string, headers: Record<string, string> = {}) {
  const url = new URL(address, "http://localhost:3000");
  const response = await routes.find(method, url.pathname)?.handle?.(new Request(url, { method, headers }));
  if (!response) throw new Error(`no route serves ${address}`);
  return response;
}

const all = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const methodsByPath = Object.entries(
  Object.groupBy(Object.values(operations), (one): string => one.path.replace(/\{\w+\}/g, "some_1")),
).map(([address, served = []]) => [address, served.map(({ method }): string => method)] as const);

test.each(methodsByPath)(
  "%s has a handler for each of its operations, and refuses every other method",
  async (address, served) => {
    const allow = ["GET", "HEAD", "POST", "PATCH", "DELETE", "OPTIONS"].filter(
      (method) => method === "OPTIONS" || served.includes(method === "HEAD" ? "GET" : method),
    );
    const missing = all.filter((method) => !served.includes(method));
    tried("methods", missing.length + 1);
    for (const method of missing) {
      const refused = await ask(method, address);
      expect([method, refused.status, refused.headers.get("allow")]).toEqual([method, 405, allow.join(", ")]);
      expect((await refused.json()).error.code).toBe("method_not_allowed");
    }
    const options = await ask("OPTIONS", address);
    expect([options.status, options.headers.get("allow")]).toEqual([204, allow.join(", ")]);
  },
);

// One module may not replace what another serves.
deepTest(
  "every operation is served alike after its routes were loaded in 20 random orders",
  async () => {
    const seeds = Array.from({ length: 20 }, () => Math.floor(Math.random() * 1e6));
    const answers: { seed: number; answer: string }[] = [];
    for (const seed of seeds) {
      const child = path.join(root, "lib/testing/routes-child.ts");
      const { stdout } = await run(process.execPath, [child, String(seed)], { cwd: root });
      answers.push({ seed, answer: stdout.trim().split("\n").at(-1) ?? "" });
    }
    const first = answers[0]?.answer ?? "[]";
    for (const { seed, answer } of answers) expect({ seed, answer }).toEqual({ seed, answer: first });
    const codes = new Map<string, unknown[]>(
      JSON.parse(first).map(([id, ...answer]: [string, ...unknown[]]) => [id, answer]),
    );
    for (const { id, missingKeyCode } of Object.values(operations)) {
      if (missingKeyCode !== null) expect([id, codes.get(id)]).toEqual([id, [401, missingKeyCode]]);
    }
  },
  900_000,
);

test.each([...all, "OPTIONS"])(
  "answers %s for an unknown path with a JSON 404 that does not repeat the query",
  async (method) => {
    tried("methods");
    const response = await ask(method, "/api/v2/nothing?key=pgs_canary");
    expect(response.status).toBe(404);
    const text = await response.text();
    const id = response.headers.get("x-request-id");
    expect(JSON.parse(text).error).toMatchObject({ code: "not_found", request_id: id });
    expect(text).not.toContain("canary");
  },
);

test("answers the liveness probe, and a JSON 405 for other methods", async () => {
  expect((await ask("GET", "/api/live")).status).toBe(200);
  expect((await ask("POST", "/api/live")).status).toBe(405);
  expect((await ask("PUT", "/api/auth/ok")).headers.get("allow")).toBe("GET, HEAD, POST, OPTIONS");
});

const description = "/api/v1/openapi.json";

test("serves the API description to anyone", async () => {
  const response = await ask("GET", description);
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect((await response.json()).openapi).toBe("3.1.1");
});

test("sends the API description with an ETag, and answers 304 to a matching If-None-Match", async () => {
  tried("openapi");
  const first = await ask("GET", description);
  const etag = first.headers.get("etag") ?? "";
  expect(etag).toMatch(/^"[\w-]{43}"$/);
  expect(first.headers.get("cache-control")).toBe("public, no-cache");
  for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    const again = await ask("GET", description, { "if-none-match": tags });
    expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
  }
  for (const tags of ['"other"', etag.slice(1, -1), ""]) {
    expect((await ask("GET", description, { "if-none-match": tags })).status).toBe(200);
  }
  const head = await ask("HEAD", description);
  expect([head.status, await head.text(), head.headers.get("etag")]).toEqual([200, "", etag]);
});
