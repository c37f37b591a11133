import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { homePath, safePath } from "./redirect.ts";

describe("safePath", () => {
  test("returns the site's own paths with query and fragment", () => {
    for (const path of ["/gallery", "/billing?plan=pro", "/docs#errors", "/gallery?q=a%20b"]) {
      expect(safePath(path)).toBe(path);
    }
  });

  test("returns the home path for anything that is not a path of this site", () => {
    const wrong = [
      undefined,
      null,
      42,
      "",
      "gallery",
      "//evil.example",
      "/\\evil.example",
      "\\\\evil.example",
      "/\t/evil.example",
      "/\n/evil.example",
      "https://evil.example/",
      "javascript:alert(1)",
      "/.//evil.example",
      "/a/..//evil.example",
    ];
    for (const path of wrong) expect(safePath(path), String(path)).toBe(homePath);
  });

  test("never leaves the origin, for any text", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `/${text}`),
          fc.webUrl(),
        ),
        (text) => {
          const base = "http://localhost:3000";
          expect(new URL(safePath(text), base).origin).toBe(base);
        },
      ),
    );
  });
});
