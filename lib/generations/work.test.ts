import { expect, test, vi } from "vitest";
import { auditCredits } from "#lib/credits/audit.ts";
import { db } from "#lib/db/index.ts";
import { ImageHostError } from "#lib/images/host.ts";
import { GenerationError } from "#lib/imaging/generator.ts";
import { revokeKey } from "#lib/keys/index.ts";
import { ApiError } from "#lib/platform/errors.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { callApi } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { paidEndpoint, paidOperation } from "../testing/generations/paid-endpoint.ts";
import type { WorkOutcome } from "./work.ts";

await useDatabase();

const outcome: WorkOutcome = { url: "https://example.com/made.jpg", publicId: null };
const balanceOf = (userId: string) =>
  db().balance.findUniqueOrThrow({ where: { userId }, select: { monthly: true, topup: true } });

const failures: [string, () => Promise<WorkOutcome>][] = [
  ["fails", () => Promise.reject(new Error("connection reset"))],
  [
    "fails at once, before it is a promise",
    () => {
      throw new TypeError("no such model");
    },
  ],
  ["fails with something that is no error", () => Promise.reject("text")],
  ["is refused by the generator", () => Promise.reject(new GenerationError("status 400: safety"))],
  ["is refused for now by the generator", () => Promise.reject(new GenerationError("status 429"))],
  ["gets no picture", () => Promise.reject(new GenerationError("no candidate"))],
  ["gets bytes that are no picture", () => Promise.reject(new GenerationError("not an image"))],
  [
    "cannot be stored now",
    () => Promise.reject(new ImageHostError("status 503", { retryable: true, status: 503 })),
  ],
  [
    "cannot be stored ever",
    () => Promise.reject(new ImageHostError("status 400", { retryable: false, status: 400 })),
  ],
  ["is aborted", () => Promise.reject(AbortSignal.abort().reason)],
];

test.each(failures)(
  "work that %s is refunded to its buckets before the answer says so",
  async (_name, fail) => {
    tried("failed-work");
    const { key, userId } = await makeAccount({ monthly: 2, topup: 5 });
    const answer = await callApi(paidOperation, paidEndpoint(4, fail), { key, json: { say: "" } });
    expect(answer.body.error.code).toBe("generation_failed");
    expect(answer.headers.get("x-credits-charged")).toBe("0");
    expect(JSON.stringify(answer.body)).not.toMatch(/reset|status|candidate|model/);
    expect(await balanceOf(userId)).toEqual({ monthly: 2, topup: 5 });
    const id = answer.headers.get("x-generation-id") ?? "";
    expect((await db().generation.findUniqueOrThrow({ where: { id } })).status).toBe("failed");
  },
);

test("work that the full queue refuses after its charge is refunded, and may simply come again", async () => {
  tried("failed-work");
  const { key, userId } = await makeAccount({ monthly: 2, topup: 5 });
  const busy = new ApiError("overloaded", "busy", { retryAfterSeconds: 3 });
  const work = () => Promise.reject(busy);
  const answer = await callApi(paidOperation, paidEndpoint(4, work), { key, json: { say: "" } });
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "3"]);
  expect(await balanceOf(userId)).toEqual({ monthly: 2, topup: 5 });
});

test("work that does not listen is given up when its time is over, and refunded", async () => {
  tried("failed-work");
  const { key, userId } = await makeAccount({ monthly: 2, topup: 5 });
  const begun = Date.now();
  const clock = vi
    .spyOn(AbortSignal, "timeout")
    .mockImplementation(() => AbortSignal.abort(new Error("time")));
  const handler = paidEndpoint(4, () => new Promise<never>(() => undefined));
  const answer = await callApi(paidOperation, handler, { key, json: { say: "" } });
  clock.mockRestore();
  expect(answer.body.error.code).toBe("generation_failed");
  expect(Date.now() - begun).toBeLessThan(50_000);
  expect(await balanceOf(userId)).toEqual({ monthly: 2, topup: 5 });
});

test("work that was begun with a key is finished and charged although the key is revoked meanwhile", async () => {
  tried("revocation");
  const { key, userId, keyId } = await makeAccount({ monthly: 5 });
  const handler = paidEndpoint(2, async () => {
    expect(await revokeKey(userId, keyId)).toBe(true);
    return outcome;
  });
  const call = { key, json: { say: "" } };
  expect((await callApi(paidOperation, handler, call)).status).toBe(200);
  expect(await balanceOf(userId)).toEqual({ monthly: 3, topup: 0 });
  expect((await callApi(paidOperation, handler, call)).body.error.code).toBe("invalid_api_key");
});

test("leaves ledger and balances in agreement", async () => {
  expect((await auditCredits()).findings).toEqual([]);
});
