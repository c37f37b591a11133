import { createHash } from "node:crypto";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { newApiKey } from "#lib/keys/format.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { api, type TestCall } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { pick, seededRandom } from "#lib/testing/random.ts";
import { requireCaller } from "./caller.ts";

await useDatabase();
const read = (call: TestCall) => api("credits", call);

test("every altered form of a valid key gets the same error response", async () => {
  const { key } = await makeAccount();
  const variants = [
    key.toUpperCase(),
    key.toLowerCase(),
    key.slice(0, -1),
    `${key}0`,
    key.slice(1),
    key.replace("pgs_", ""),
    key.replace("pgs_", "pgs-"),
    key.replace("pgs_", "sk_"),
    `${key}${key}`,
    `"${key}"`,
    `${key},`,
    [...key].reverse().join(""),
    `${key.slice(0, 10)}%20${key.slice(10)}`,
    encodeURIComponent(`${key}é`),
    Buffer.from(key).toString("base64"),
    createHash("sha256").update(key).digest("hex"),
    newApiKey(),
    "null",
    "undefined",
    "*",
  ];
  const queries = [
    `${key} `,
    ` ${key}`,
    `${key}\n`,
    `${key}\0`,
    key.replace("p", "р"),
    `${key}\u200b`,
    `\uFEFF${key}`,
  ];
  tried("key-forms", 2 * variants.length + queries.length);
  const answers = [];
  for (const variant of variants) {
    answers.push(await read({ key: variant }), await read({ headers: { "x-api-key": variant } }));
  }
  for (const variant of queries) answers.push(await read({ query: { key: variant } }));
  const bodies = answers.map(({ status, body }) =>
    JSON.stringify([status, { ...body.error, request_id: "" }]),
  );
  expect(new Set(bodies).size).toBe(1);
  expect(answers[0]?.body.error.code).toBe("invalid_api_key");
  // An empty key counts as missing.
  expect((await read({ query: { key: "" } })).body.error.message).toBe("No API key was sent.");
});

test("one key in two places is accepted; two different keys, or one twice in the query, are rejected", async () => {
  const [{ key }, { key: other }] = await Promise.all([makeAccount(), makeAccount()]);
  const places: ((key: string) => TestCall)[] = [
    (key) => ({ query: { key } }),
    (key) => ({ headers: { "x-api-key": key } }),
    (key) => ({ headers: { authorization: `Bearer ${key}` } }),
  ];
  tried("key-forms", places.length * (places.length - 1) + 1);
  for (const [at, first] of places.entries()) {
    for (const second of places.slice(at + 1)) {
      const both = (a: TestCall, b: TestCall) => ({ ...a, ...b, headers: { ...a.headers, ...b.headers } });
      expect((await read(both(first(key), second(key)))).status).toBe(200);
      expect((await read(both(first(key), second(other)))).body.error.code).toBe("invalid_api_key");
    }
  }
  const { body } = await read({ query: `key=${key}&key=${key}` });
  expect(body.error.code).toBe("invalid_api_key");
});

test("10,000 keys with a wrong checksum are rejected without a database query", async () => {
  const count = 10_000;
  tried("bad-keys", count);
  const random = seededRandom(1);
  const alphabet = [..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"];
  const query = vi.spyOn(pg.Client.prototype, "query");
  for (let index = 0; index < count; index += 1) {
    const key = `pgs_${Array.from({ length: 36 }, () => pick(random, alphabet)).join("")}`;
    const request = new Request("http://localhost:3000/", { headers: { "x-api-key": key } });
    await expect(requireCaller(request, "invalid_api_key")).rejects.toMatchObject({
      code: "invalid_api_key",
    });
  }
  expect(query).not.toHaveBeenCalled();
});
