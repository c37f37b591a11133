import { describe, expect, test } from "vitest";
import { z } from "zod";
import { db } from "#lib/db/index.ts";
import { ApiError } from "#lib/platform/errors.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { callApi } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import type { Operation } from "../contract/operation.ts";
import { endpoint } from "./endpoint.ts";

everyTestTries("idempotency");

await useDatabase();

const operation = {
  id: "echo",
  section: "photos",
  method: "POST",
  path: "/api/v1/echo",
  summary: "",
  description: "",
  missingKeyCode: "missing_api_key",
  scope: "work:write",
  needsSubscription: true,
  input: {
    from: "json",
    schema: z.object({ say: z.string(), metadata: z.record(z.string(), z.string()).optional() }),
  },
  output: z.object({ said: z.string(), run: z.int() }),
  example: { response: null },
  idempotency: "stored by the wrapper",
  errors: [
    "invalid_params",
    "no_active_subscription",
    "not_found",
    "generation_failed",
    "overloaded",
    "idempotency_in_progress",
    "idempotency_mismatch",
  ],
} as const satisfies Operation;

/** An endpoint that counts its runs and returns or throws the given outcome. */
function counting(outcome: (say: string) => Promise<string> | string = (say) => say) {
  let runs = 0;
  const handler = endpoint(operation, async ({ say }) => {
    runs += 1;
    return { said: await outcome(say), run: runs };
  });
  const send = (key: string, idempotencyKey: string, body: string) => {
    const headers = { "idempotency-key": idempotencyKey, "content-type": "application/json" };
    return callApi(operation, handler, { key, body, headers });
  };
  const call = (key: string, idempotencyKey: string, say = "hello") =>
    send(key, idempotencyKey, JSON.stringify({ say }));
  return { send, call, runs: () => runs };
}

describe("an Idempotency-Key", () => {
  test("returns the first response to a retry, byte for byte, without running again", async () => {
    const { key } = await makeAccount();
    const { call, runs } = counting();
    const first = await call(key, "a");
    const second = await call(key, "a");
    expect(JSON.stringify(second.body)).toBe(JSON.stringify(first.body));
    expect(first.headers.get("idempotency-replayed")).toBeNull();
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect(runs()).toBe(1);
  });

  test("runs once for 50 concurrent requests; the others get 409 or the first response", async () => {
    const { key } = await makeAccount();
    const { call, runs } = counting();
    const answers = await Promise.all(Array.from({ length: 50 }, () => call(key, "b")));
    expect(runs()).toBe(1);
    for (const { status } of answers) expect([200, 409]).toContain(status);
  });

  test("rejects another body, and accepts the same one in another key order, spacing and escaping", async () => {
    const { key } = await makeAccount();
    const { send, runs } = counting();
    await send(key, "c", '{"say":"hé","metadata":{"sku":"MUG","color":"red"}}');
    for (const other of ['{"say":"he"}', '{"say":"hé","metadata":{"sku":"red","color":"MUG"}}']) {
      expect((await send(key, "c", other)).body.error.code).toBe("idempotency_mismatch");
    }
    const same = [
      '{ "say": "h\\u00e9",\n  "metadata": { "sku": "MUG", "color": "red" } }',
      '{"metadata":{"sku":"MUG","color":"red"},"say":"hé"}',
      '{"say":"hé","metadata":{"color":"red","sku":"MUG"}}',
    ];
    for (const body of same) {
      const { status, headers } = await send(key, "c", body);
      expect([status, headers.get("idempotency-replayed")], body).toEqual([200, "true"]);
    }
    expect(runs()).toBe(1);
  });

  test("is separate for each account", async () => {
    const [one, two] = [await makeAccount(), await makeAccount()];
    const { call, runs } = counting();
    await call(one.key, "d");
    await call(two.key, "d", "other");
    expect(runs()).toBe(2);
  });

  test.each(["not_found", "overloaded"] as const)(
    "can be used again after a request refused with %s",
    async (code) => {
      const { key } = await makeAccount();
      let refuse = true;
      const { call } = counting((say) => {
        if (refuse) throw new ApiError(code, "no");
        return say;
      });
      expect((await call(key, "e")).body.error.code).toBe(code);
      refuse = false;
      expect((await call(key, "e")).status).toBe(200);
    },
  );

  test("can be used again after an unexpected error, whose cause stays hidden", async () => {
    const { key, userId } = await makeAccount();
    const { call } = counting(() => {
      throw new Error("secret cause");
    });
    const { body } = await call(key, "f");
    expect(body.error.code).toBe("internal_error");
    expect(JSON.stringify(body)).not.toContain("secret cause");
    expect(await db().idempotencyKey.count({ where: { userId } })).toBe(0);
  });

  test("returns the same error again for a failed generation", async () => {
    const { key } = await makeAccount();
    const { call, runs } = counting(() => {
      throw new ApiError("generation_failed", "no");
    });
    const first = await call(key, "g");
    const second = await call(key, "g");
    expect([first.status, second.status, runs()]).toEqual([502, 502, 1]);
    expect(second.body).toStrictEqual(first.body);
  });

  test("must have 1 to 255 characters", async () => {
    const { key } = await makeAccount();
    const { call } = counting();
    expect((await call(key, "x".repeat(255))).status).toBe(200);
    for (const bad of ["x".repeat(256), ""])
      expect((await call(key, bad)).body.error.code).toBe("invalid_params");
  });

  test("can be used again after it expires, and taken over when the lock of its request expires", async () => {
    const { key, userId } = await makeAccount();
    const { call, runs } = counting();
    await call(key, "h");
    await db().idempotencyKey.updateMany({
      where: { userId },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    await call(key, "h", "other");
    await db().idempotencyKey.updateMany({
      where: { userId },
      data: { state: "running", lockedUntil: new Date(Date.now() - 1) },
    });
    await call(key, "h", "third");
    expect(runs()).toBe(3);
  });
});
