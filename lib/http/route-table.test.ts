import { describe, expect, test } from "vitest";
import { tried } from "#lib/testing/evidence/index.ts";
import { type Handler, RouteTable } from "./route-table.ts";

/** Answers with its name and its path parameters. */
const named =
  (name: string): Handler =>
  async (_request, context) =>
    Response.json({ name, params: await context?.params });

async function answer(table: RouteTable, method: string, path: string) {
  const response = await table.find(method, path)?.handle?.(new Request(`http://localhost:3000${path}`));
  if (!response) return null;
  const text = await response.text();
  return { status: response.status, allow: response.headers.get("allow"), body: text && JSON.parse(text) };
}

const table = new RouteTable();
table.add("/api/[[...path]]", { ALL: named("missing") });
table.add("/api/v1/things/[id]", { GET: named("one"), PATCH: named("change") });
table.add("/api/v1/things", { GET: named("list"), POST: named("make") });
table.add("/api/v1/things/all", { DELETE: named("all") });
table.add("/api/v1/things/[id]/parts/[part]", { GET: named("part") });
table.add("/files/[...path]", { GET: named("files") });
table.add("/docs/[section].md", { GET: named("text") });
table.add("/shown", null);

describe("a route is found by its path", () => {
  test.each([
    ["/api/v1/things", "list", {}],
    ["/api/v1/things/", "list", {}],
    ["/api/v1/things/t_1", "one", { id: "t_1" }],
    ["/api/v1/things/a%2Fb", "one", { id: "a/b" }],
    ["/api/v1/things/t_1/parts/p%20q", "part", { id: "t_1", part: "p q" }],
    ["/files/a/b%20c", "files", { path: ["a", "b c"] }],
    ["/docs/keys.md", "text", { section: "keys" }],
    ["/api", "missing", { path: [] }],
    ["/api/v1/Things", "missing", { path: ["v1", "Things"] }],
    ["/api/v1/%74hings", "missing", { path: ["v1", "things"] }],
    ["/api/v1/things/t_1/parts", "missing", { path: ["v1", "things", "t_1", "parts"] }],
  ])("%s", async (path, name, params) => {
    expect(await answer(table, "GET", path)).toMatchObject({ status: 200, body: { name, params } });
  });

  test.each(["/", "/files", "/docs/keys", "/docs/a/b.md", "/apis"])("%s belongs to none", (path) => {
    expect(table.find("GET", path)).toBeNull();
  });

  test("one that the framework serves is known, without a handler", () => {
    expect(table.find("POST", "/shown")).toEqual({ handle: null });
  });
});

describe("methods", () => {
  test("that a route does not have are refused with 405, those that a Request cannot have too", async () => {
    tried("methods", 4);
    for (const method of ["PUT", "DELETE", "PROPFIND", "TRACE"]) {
      const refused = await answer(table, method, "/api/v1/things/t_1");
      expect(refused).toMatchObject({ status: 405, allow: "GET, HEAD, PATCH, OPTIONS" });
      expect(refused?.body.error.code).toBe("method_not_allowed");
    }
    expect(await answer(table, "GET", "/api/v1/things/all")).toMatchObject({ allow: "DELETE, OPTIONS" });
  });

  test("HEAD is GET without its body, OPTIONS names the methods", async () => {
    expect(await answer(table, "HEAD", "/api/v1/things")).toEqual({ status: 200, allow: null, body: "" });
    expect(await answer(table, "HEAD", "/api/v1/things/all")).toMatchObject({ status: 405 });
    const methods = { status: 204, allow: "GET, HEAD, POST, OPTIONS", body: "" };
    expect(await answer(table, "OPTIONS", "/api/v1/things")).toEqual(methods);
  });

  test("a route for all methods answers each of them", async () => {
    for (const method of ["GET", "OPTIONS", "HEAD", "BREW"]) {
      expect(await answer(table, method, "/api/nothing")).toMatchObject({ body: { name: "missing" } });
    }
  });
});

describe("a second route for a path", () => {
  test.each([
    ["/api/v1/things", "/api/v1/things"],
    ["/api/v1/things/[id]", "/api/v1/things/[name]"],
    ["/files/[...path]", "/files/[...rest]"],
  ])("%s is an error", (first, second) => {
    const twice = new RouteTable();
    twice.add(first, { GET: named("first") });
    expect(() => twice.add(second, { POST: named("second") })).toThrow(
      `two routes serve the same path: ${first} and ${second}`,
    );
  });
});
