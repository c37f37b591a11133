import { describe, expect, test } from "vitest";
import { tried } from "#lib/testing/evidence/index.ts";
import { newApiKey } from "../keys/format.ts";
import { redact } from "./log.ts";

describe("a log line", () => {
  test("never holds an API key, in whatever form it came", () => {
    tried("key-secrecy", 5);
    const key = newApiKey();
    const lines = [
      key,
      `GET /api/v1/credits?key=${key}&x=1`,
      JSON.stringify({ headers: { authorization: `Bearer ${key}`, cookie: `a=${key}` } }),
      `{"url":"/x?a=1&key=${key.slice(4)}"}`,
      `failed: ${key.slice(0, 20)}`,
    ];
    for (const line of lines) {
      expect(redact(line)).not.toContain(key.slice(4, 20));
      expect(redact(line)).toContain("[redacted]");
    }
  });

  test("never holds the secrets of the hosted parts", () => {
    tried("key-secrecy", 3);
    const line = redact(
      "cloudinary://1234:s3cr3t@demo sk_test_51HcanarycanaryXY whsec_canarycanary /upload?signature=abcdef&x=1",
    );
    for (const secret of ["s3cr3t", "canary", "abcdef"]) expect(line).not.toContain(secret);
    expect(line).toContain("@demo");
    expect(line).toContain("&x=1");
  });

  test("keeps everything else as it was", () => {
    const line = '{"level":30,"msg":"monkey=1 keys=2","id":"gen_4f"}';
    expect(redact(line)).toBe(line);
  });
});
