import { describe, expect, test } from "vitest";
import { tried } from "#lib/testing/evidence/index.ts";
import { newApiKey } from "../keys/format.ts";
import { env, readEnvironment } from "./env.ts";
import { formatForTerminal } from "./log.ts";
import { redact } from "./redact.ts";

describe("a log line", () => {
  test("never contains an API key in any form", () => {
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

  test("never contains secrets of hosted services", () => {
    tried("key-secrecy", 3);
    const line = redact(
      "cloudinary://1234:s3cr3t@demo sk_test_51HcanarycanaryXY whsec_canarycanary /upload?signature=abcdef&x=1",
    );
    for (const secret of ["s3cr3t", "canary", "abcdef"]) expect(line).not.toContain(secret);
    expect(line).toContain("@demo");
    expect(line).toContain("&x=1");
    expect(redact("postgres://user:s3cr3t@db:5432/photos")).toBe("postgres://user:[redacted]@db:5432/photos");
    const port = "http://localhost:3000/a@2x.png";
    expect(redact(port)).toBe(port);
  });

  test("never contains a third party's secret from any part of a failed call", () => {
    const secret = 'Zq"8/canary+key==17';
    const before = env().OPENAI_COMPATIBLE_API_KEY;
    const smtp = env().SMTP_URL;
    Object.assign(env(), {
      OPENAI_COMPATIBLE_API_KEY: secret,
      SMTP_URL: "smtp://u:p%40ss-canary@mail.example:25",
    });
    try {
      const lines = [
        `GET https://models.example/v1?k=${encodeURIComponent(secret)} answered 401`,
        JSON.stringify({
          err: { request: { headers: { "x-api-key": secret, authorization: `Bearer ${secret}` } } },
        }),
        JSON.stringify({
          err: { body: JSON.stringify({ error: { message: `Incorrect API key provided: ${secret}` } }) },
        }),
        JSON.stringify({ msg: "535 authentication of u with p@ss-canary failed" }),
        JSON.stringify({ headers: { Authorization: "Basic dTpwQHNzLWNhbmFyeQ==" } }),
        "https://x.example/a?X-Amz-Signature=canary0123456789&x=1",
      ];
      for (const line of lines) {
        expect(redact(line)).not.toMatch(/canary|dTpwQHNzLWNhbmFyeQ/);
        expect(redact(line)).toContain("[redacted]");
      }
    } finally {
      Object.assign(env(), { OPENAI_COMPATIBLE_API_KEY: before, SMTP_URL: smtp });
    }
  });

  test("leaves everything else unchanged", () => {
    const line = '{"level":30,"msg":"monkey=1 keys=2","id":"gen_4f"}';
    expect(redact(line)).toBe(line);
    expect(redact("Basic authentication failed")).toBe("Basic authentication failed");
  });
});

describe("the format", () => {
  test("on a terminal is a line of text per entry, with the stack of its error", () => {
    const entry = { level: 40, time: "2026-01-02T03:04:05.678Z", status: 503, path: "/x", msg: "refused" };
    expect(formatForTerminal(JSON.stringify(entry))).toBe("03:04:05 warn  refused  status=503  path=/x\n");
    const failed = { ...entry, level: 50, err: { type: "Error", message: "no", stack: "Error: no\n  at x" } };
    expect(formatForTerminal(JSON.stringify(failed))).toBe(
      "03:04:05 error refused  status=503  path=/x\nError: no\n  at x\n",
    );
    expect(formatForTerminal('{"level":35,"time":"2026-01-02T03:04:05.678Z"}')).toBe("03:04:05 35    \n");
  });

  test("is the configured one, else depends on whether standard output is a terminal", () => {
    const before = Object.getOwnPropertyDescriptor(process.stdout, "isTTY");
    try {
      for (const [isTTY, expected] of [
        [true, "pretty"],
        [undefined, "json"],
      ] as const) {
        Object.defineProperty(process.stdout, "isTTY", { value: isTTY, configurable: true });
        expect(readEnvironment({}).LOG_FORMAT).toBe(expected);
        expect(readEnvironment({ LOG_FORMAT: "pretty" }).LOG_FORMAT).toBe("pretty");
        expect(readEnvironment({ LOG_FORMAT: "json" }).LOG_FORMAT).toBe("json");
      }
    } finally {
      if (before) Object.defineProperty(process.stdout, "isTTY", before);
      else Reflect.deleteProperty(process.stdout, "isTTY");
    }
  });
});
