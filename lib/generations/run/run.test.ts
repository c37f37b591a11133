import { expect, test, vi } from "vitest";
import { auditCredits } from "#lib/credits/audit.ts";
import { refundCharge } from "#lib/credits/resolve.ts";
import { db } from "#lib/db/index.ts";
import { ImageHostError } from "#lib/images/host.ts";
import { GenerationError } from "#lib/imaging/generator.ts";
import { revokeKey } from "#lib/keys/index.ts";
import { ApiError } from "#lib/platform/errors.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { deepTest, rowsOf } from "#lib/testing/trials.ts";
import { PixelWorkerError } from "../../imaging/worker/failure.ts";
import { newId } from "../../platform/ids.ts";
import { queueOne } from "../../testing/credits/charge-one.ts";
import { callPaid, paidEndpoint, replacePhotos } from "../../testing/generations/paid-endpoint.ts";
import { giveUpSilentWorkers, useWorkers } from "../../testing/generations/workers.ts";
import { withoutWaits } from "../../testing/queue/waits.ts";
import type { MadeResult } from "../kinds/kind.ts";

await useDatabase();
const slots = 2;
useWorkers(slots);

const outcome: MadeResult = { url: "https://example.com/made.jpg", publicId: null };
const balanceOf = (userId: string) =>
  db().balance.findUniqueOrThrow({ where: { userId }, select: { monthly: true, topup: true } });

const failures: [string, () => Promise<MadeResult>][] = [
  ["fails", () => Promise.reject(new Error("connection reset"))],
  ["is refused by the generator", () => Promise.reject(new GenerationError("status 400: safety"))],
  [
    "cannot be stored now",
    () => Promise.reject(new ImageHostError("status 503", { retryable: true, status: 503 })),
  ],
  [
    "fails at once, before it is a promise",
    () => {
      throw new TypeError("no such model");
    },
  ],
  ["fails with something that is no error", () => Promise.reject("text")],
  ["is refused for now by the generator", () => Promise.reject(new GenerationError("status 429"))],
  ["gets no picture", () => Promise.reject(new GenerationError("no candidate"))],
  ["gets bytes that are no picture", () => Promise.reject(new GenerationError("not an image"))],
  [
    "cannot be stored ever",
    () => Promise.reject(new ImageHostError("status 400", { retryable: false, status: 400 })),
  ],
  ["is aborted", () => Promise.reject(AbortSignal.abort().reason)],
];

test.each(rowsOf(failures, failures.slice(0, 3)))(
  "work that %s is refunded to its buckets before the response",
  async (_name, fail) => {
    tried("failed-work");
    const { key, userId } = await makeAccount({ monthly: 2, topup: 5 });
    const answer = await withoutWaits(callPaid(paidEndpoint(4, fail), { key, json: { say: "" } }));
    expect(answer.body.error.code).toBe("generation_failed");
    expect(answer.headers.get("x-credits-charged")).toBe("0");
    expect(JSON.stringify(answer.body)).not.toMatch(/reset|status|candidate|model/);
    expect(await balanceOf(userId)).toEqual({ monthly: 2, topup: 5 });
    const id = answer.headers.get("x-generation-id") ?? "";
    expect((await db().generation.findUniqueOrThrow({ where: { id } })).status).toBe("failed");
  },
);

test.each([
  ["a picture host that is busy", () => new ImageHostError("status 503", { retryable: true, status: 503 })],
  ["a worker of pixels that crashed", () => new PixelWorkerError({ kind: "crashed", message: "it ended" })],
  [
    "pictures that wait for the pixels' workers",
    () => new ApiError("overloaded", "busy", { retryAfterSeconds: 3 }),
  ],
])("work that meets %s is retried, and charged once", async (_name, fault) => {
  tried("failed-work");
  const { key, userId } = await makeAccount({ monthly: 2, topup: 5 });
  let attempts = 0;
  const handler = paidEndpoint(4, async () => {
    attempts += 1;
    if (attempts < 3) throw fault();
    return outcome;
  });
  const answer = await withoutWaits(callPaid(handler, { key, json: { say: "" } }));
  expect([answer.status, attempts]).toEqual([200, 3]);
  expect(await balanceOf(userId)).toEqual({ monthly: 0, topup: 3 });
  expect(await db().generation.findFirst({ where: { userId } })).toMatchObject({ attempts: 3 });
});

test("work that no worker started in time is refunded as overloaded, and its key can be used again", async () => {
  tried("failed-work");
  const { key, userId } = await makeAccount({ monthly: 20 });
  const held = Promise.withResolvers<void>();
  const begun: string[] = [];
  const make = async (say: string) => {
    begun.push(say);
    await held.promise;
    return outcome;
  };
  const handler = paidEndpoint(1, make);
  const busy = Array.from({ length: slots }, () => callPaid(handler, { key, json: { say: "slow" } }));
  await vi.waitUntil(() => begun.length === slots, { timeout: 20_000 });
  const late = paidEndpoint(4, make, { passedMs: 53_500 });
  const call = { key, json: { say: "late" }, headers: { "idempotency-key": "late" } };
  const answer = await callPaid(late, call);
  expect([answer.status, answer.body.error.code, answer.headers.get("retry-after")]).toEqual([
    503,
    "overloaded",
    "5",
  ]);
  expect(await balanceOf(userId)).toEqual({ monthly: 20 - slots, topup: 0 });
  held.resolve();
  await Promise.all(busy);
  const again = await callPaid(paidEndpoint(4, make), call);
  expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([200, null]);
  expect(begun).toEqual([...Array.from({ length: slots }, () => "slow"), "late"]);
});

test("work that could not be finished in time is not started, and is refunded as overloaded", async () => {
  tried("failed-work");
  const { key, userId } = await makeAccount({ monthly: 4 });
  const make = vi.fn(async () => outcome);
  const late = paidEndpoint(4, make, { passedMs: 51_000 });
  const answer = await callPaid(late, { key, json: { say: "late" } });
  expect([answer.status, answer.body.error.code]).toEqual([503, "overloaded"]);
  expect(make).not.toHaveBeenCalled();
  expect(await balanceOf(userId)).toEqual({ monthly: 4, topup: 0 });
});

test("work that ignores its abort signal is abandoned at its deadline and refunded", async () => {
  tried("failed-work");
  const { key, userId } = await makeAccount({ monthly: 2, topup: 5 });
  const begun = Promise.withResolvers<void>();
  const never = () => {
    begun.resolve();
    return new Promise<never>(() => undefined);
  };
  const handler = paidEndpoint(4, never, { passedMs: 50_000 });
  const answer = await callPaid(handler, { key, json: { say: "" } });
  await begun.promise;
  expect(answer.body.error.code).toBe("generation_failed");
  expect(await balanceOf(userId)).toEqual({ monthly: 2, topup: 5 });
});

test("a result that arrives after its charge was refunded is discarded", async () => {
  tried("resolve-once");
  const { key, userId } = await makeAccount({ monthly: 5 });
  const discarded = Promise.withResolvers<void>();
  const handler = paidEndpoint(2, async () => {
    const { id } = await db().generation.findFirstOrThrow({ where: { userId } });
    expect(await refundCharge(id, "generation_failed")).toBe(true);
    return { ...outcome, discard: async () => discarded.resolve() };
  });
  const answer = await callPaid(handler, { key, json: { say: "" } });
  expect(answer.body.error.code).toBe("generation_failed");
  await discarded.promise;
  expect(await balanceOf(userId)).toEqual({ monthly: 5, topup: 0 });
});

test("work started with a key is finished and charged even if the key is revoked meanwhile", async () => {
  tried("revocation");
  const { key, userId, keyId } = await makeAccount({ monthly: 5 });
  const handler = paidEndpoint(2, async () => {
    expect(await revokeKey(userId, keyId)).toBe(true);
    return outcome;
  });
  const call = { key, json: { say: "" } };
  expect((await callPaid(handler, call)).status).toBe(200);
  expect(await balanceOf(userId)).toEqual({ monthly: 3, topup: 0 });
  expect((await callPaid(handler, call)).body.error.code).toBe("invalid_api_key");
});

deepTest(
  "a job whose workers fell silent too often fails permanently, and its work is refunded",
  async () => {
    tried("killed-process");
    const { userId } = await makeAccount({ monthly: 5 });
    const begun: string[] = [];
    replacePhotos(2, (say) => {
      begun.push(say);
      return new Promise<never>(() => undefined);
    });
    const work = { apiKeyId: null, operation: "generate", imageUrl: "hangs", timeoutMs: 600_000 } as const;
    const id = newId("gen");
    await queueOne({ ...work, id, userId }, 2);
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await withoutWaits(vi.waitUntil(() => begun.length === attempt, { timeout: 20_000 }));
      await giveUpSilentWorkers();
    }
    const status = async () => (await db().generation.findUniqueOrThrow({ where: { id } })).status;
    await vi.waitUntil(async () => (await status()) === "failed", { timeout: 20_000 });
    expect(await balanceOf(userId)).toEqual({ monthly: 5, topup: 0 });
  },
);

test("ledger and balances agree", async () => {
  expect((await auditCredits()).findings).toEqual([]);
});
