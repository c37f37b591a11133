import fc from "fast-check";
import { expect, test } from "vitest";
import { ruleOf } from "#lib/platform/reasons.ts";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import { readTarget } from "./request.ts";

everyTestTries("contract");

test.each([
  ["/api/v1/credits?key=k", "/api/v1/credits?key=k"],
  ["//api//v1/credits?key=a//b", "/api/v1/credits?key=a//b"],
  ["/", "/"],
  ["/gallery?search=%zz", "/gallery?search=%zz"],
  ["/docs?key=pgs_canary&x=1", "/docs?x=1"],
  ["/docs?key=pgs_canary", "/docs"],
  ["/orders?key=shot-1", "/orders?key=shot-1"],
])("forwards %s as %s without a redirect", (given, url) => {
  expect(readTarget("GET", given)).toMatchObject({ kind: "pass", url });
});

test.each([
  "/api/v1/generations/%00",
  "/api/v1/generations/%",
  "/api/v1/generations/%zz",
  "/api/v1/generations/%ff",
  "/api/v1/../../etc",
  "/api/v1/%2e%2e/credits",
  "/API/v1/credits",
  "/%61pi/v1/credits",
  "/Embedded/images/x",
  "//API/v1/credits",
])("answers not_found for %s", (given) => {
  const target = readTarget("GET", given);
  expect(target.kind === "refuse" && ruleOf(target.reason).code).toBe("not_found");
});

test("shows the not-found page for a page path that cannot be decoded", () => {
  expect(readTarget("GET", "/%zz")).toEqual({ kind: "pass", url: "/not-found", isMachine: false });
});

test("rejects methods that no page accepts, and leaves API methods to their handlers", () => {
  expect(readTarget("PROPFIND", "/gallery")).toMatchObject({
    reason: { reason: "method_unknown", values: { method: "PROPFIND", methods: "GET, HEAD, POST" } },
    allow: "GET, HEAD, POST",
  });
  expect(readTarget("PROPFIND", "/api/v1/credits")).toMatchObject({ kind: "pass" });
});

test("forwards only decodable paths without traversal or control characters, for any address", () => {
  const piece = fc.oneof(
    fc.string({ maxLength: 6 }),
    fc.constantFrom(
      "api",
      "API",
      "embedded",
      "%00",
      "%",
      "%c0%af",
      "..",
      ".",
      "%2e%2e",
      "\\",
      "//",
      "?",
      "v1",
    ),
  );
  const property = fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
    const target = readTarget("GET", `/${pieces.join("/")}`);
    if (target.kind === "refuse") return;
    const [path = ""] = target.url.split("?");
    const decoded = decodeURIComponent(path);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may get through
    expect(decoded).not.toMatch(/[\u0000-\u001f\\]|\/\/|\/\.\.?(\/|$)/);
    expect(/^\/(api|embedded)(\/|$)/i.test(decoded)).toBe(target.isMachine);
  });
  fc.assert(property, { numRuns: 2_000, verbose: 1 });
});
