import { describe, expect, test, vi } from "vitest";
import { auditCredits } from "#lib/credits/audit.ts";
import { db } from "#lib/db/index.ts";
import { bootId } from "#lib/platform/process.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { api } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { balanceOf, idOf, openStudio, respondAsync } from "#lib/testing/generations/open-studio.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";
import { deepTest } from "#lib/testing/trials.ts";

await useDatabase();
useWorkers(2);
const read = (key: string, id: string, query: Record<string, string> = {}) =>
  api("getGeneration", { key, id, query });

describe("a call that waits", () => {
  test("returns the result, its cost and the remaining credits", async () => {
    const { key, userId } = await makeAccount({ monthly: 4, topup: 5 });
    const studio = openStudio(3);
    studio.finishAll();
    for (const left of [
      { monthly: 1, topup: 5, total: 6 },
      { monthly: 0, topup: 3, total: 3 },
    ]) {
      const answer = await studio.call(key, "mug");
      expect(answer.body).toEqual({
        result_url: "https://example.com/mug.jpg",
        credits_used: 3,
        credits_remaining: left,
      });
      expect(answer.headers.get("x-credits-charged")).toBe("3");
    }
    expect((await studio.call(key, "mug")).status).toBe(200);
    expect((await studio.call(key, "mug")).body.error.code).toBe("insufficient_credits");
    expect(await balanceOf(userId)).toEqual([0, 0]);
  });

  test("is refused if it would cost more than its max_credits, and charges nothing", async () => {
    const { key, userId } = await makeAccount({ monthly: 9 });
    const studio = openStudio(3);
    studio.finishAll();
    for (const headers of [{}, respondAsync]) {
      const refused = await studio.call(key, "mug", headers, { max_credits: 2 });
      expect(refused.body.error).toMatchObject({ code: "insufficient_credits" });
    }
    expect(await db().generation.count({ where: { userId } })).toBe(0);
    expect((await studio.call(key, "mug", {}, { max_credits: 3 })).status).toBe(200);
    expect(await balanceOf(userId)).toEqual([6, 0]);
  });
});

describe("Prefer: respond-async", () => {
  test("answers 202 with the state of the work, and title and metadata are returned unchanged", async () => {
    const { key, userId, keyId } = await makeAccount({ monthly: 9 });
    const studio = openStudio(3);
    const words = { title: "  Mug №1 «blue» \u{1F375}", metadata: { sku: "A-1", "": "" } };
    const bad = await studio.call(key, "mug", respondAsync, words);
    expect(bad.body.error.code).toBe("invalid_params");
    const metadata = { sku: "A-1", 'quo"te': "line\nbreak 'x' \\ $1 %s", constructor: "plain", empty: "" };
    const answer = await studio.call(key, "mug", respondAsync, { ...words, metadata });
    const id = idOf(answer);
    expect(answer.status).toBe(202);
    expect(answer.headers.get("location")).toBe(`/api/v1/generations/${id}`);
    expect(answer.headers.get("preference-applied")).toBe("respond-async");
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(answer.headers.get("x-credits-charged")).toBe("3");
    expect(answer.body).toMatchObject({
      id,
      operation: "generate",
      title: words.title,
      metadata,
      api_key_id: keyId,
      credits_used: 3,
      result_url: null,
      finished_at: null,
      error_code: null,
    });
    expect(["queued", "running"]).toContain(answer.body.status);
    expect(await balanceOf(userId)).toEqual([6, 0]);

    await studio.finish("mug");
    const done = await read(key, id, { wait: "30" });
    expect(done.body).toMatchObject({
      id,
      status: "succeeded",
      title: words.title,
      metadata,
      position: null,
      stage: null,
      attempts: 1,
      result_url: "https://example.com/mug.jpg",
      width: 4,
      height: 3,
      bytes: 12,
      credits_used: 3,
    });
  });

  test("with an Idempotency-Key is charged once, and its replays return the state of the work", async () => {
    tried("idempotency", 3);
    const { key, userId } = await makeAccount({ monthly: 9 });
    const studio = openStudio(3);
    const headers = { ...respondAsync, "idempotency-key": "order-1" };
    const first = await studio.call(key, "mug", headers);
    await studio.begun("mug");
    const second = await studio.call(key, "mug", headers);
    expect([first.status, second.status]).toEqual([202, 202]);
    expect([idOf(second), second.body.status]).toEqual([idOf(first), "running"]);
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect((await studio.call(key, "cup", headers)).body.error.code).toBe("idempotency_mismatch");
    await studio.finish("mug");
    await read(key, idOf(first), { wait: "30" });
    const third = await studio.call(key, "mug", headers);
    expect([third.status, third.body.status, idOf(third)]).toEqual([202, "succeeded", idOf(first)]);
    expect(await db().generation.count({ where: { userId } })).toBe(1);
    expect(await balanceOf(userId)).toEqual([6, 0]);
  });

  deepTest(
    "is recognized among other preferences and in any letter case, and not in similar ones",
    async () => {
      const { key } = await makeAccount();
      const studio = openStudio(1);
      studio.finishAll();
      for (const prefer of ["Respond-Async", "wait=0, respond-async; x=1"])
        expect((await studio.call(key, "a", { prefer })).status).toBe(202);
      for (const prefer of ["respond-asynchronously", "wait=10", "return=minimal"])
        expect((await studio.call(key, "a", { prefer })).status).toBe(200);
    },
  );

  deepTest(
    "with `wait` returns the result if it is finished in time, else the state; replays do the same",
    async () => {
      tried("idempotency", 2);
      const { key, userId } = await makeAccount({ monthly: 9 });
      const studio = openStudio(3);
      const waiting = (seconds: number) => ({
        prefer: `respond-async, wait=${seconds}`,
        "idempotency-key": "w",
      });
      const early = await studio.call(key, "mug", waiting(1));
      expect([early.status, early.headers.get("preference-applied")]).toEqual([202, "respond-async, wait=1"]);
      const late = studio.call(key, "mug", waiting(600));
      await studio.finish("mug");
      const done = await late;
      expect([done.status, done.headers.get("preference-applied")]).toEqual([200, "wait=60"]);
      expect(done.body).toMatchObject({ result_url: "https://example.com/mug.jpg", credits_used: 3 });
      expect(idOf(done)).toBe(idOf(early));
      expect((await studio.call(key, "mug", waiting(5))).body).toEqual(done.body);
      expect(await balanceOf(userId)).toEqual([6, 0]);
    },
  );

  deepTest("with an Idempotency-Key returns the result to a waiting replay", async () => {
    tried("idempotency");
    const { key, userId } = await makeAccount({ monthly: 9 });
    const studio = openStudio(3);
    const named = { "idempotency-key": "order-2" };
    const first = await studio.call(key, "mug", { ...respondAsync, ...named });
    const waits = studio.call(key, "mug", named);
    await studio.finish("mug");
    const answer = await waits;
    expect([answer.status, idOf(answer)]).toEqual([200, idOf(first)]);
    expect(answer.body).toMatchObject({ result_url: "https://example.com/mug.jpg", credits_used: 3 });
    expect(await balanceOf(userId)).toEqual([6, 0]);
  });
});

test("a retry after the death of a process waits for the same work and returns its response", async () => {
  tried("killed-process");
  const { key, userId } = await makeAccount({ monthly: 9 });
  const studio = openStudio(3);
  const named = { "idempotency-key": "lost" };
  const first = studio.call(key, "mug", named);
  await studio.begun("mug");
  expect((await studio.call(key, "mug", named)).body.error.code).toBe("idempotency_in_progress");
  const where = { userId_key: { userId, key: "lost" } };
  expect(await db().idempotencyKey.findUniqueOrThrow({ where })).toMatchObject({ bootId: bootId() });
  await db().idempotencyKey.update({ where, data: { bootId: "boot_gone" } });
  const retry = studio.call(key, "mug", named);
  await studio.finish("mug");
  const answers = await Promise.all([first, retry]);
  expect(answers[1].headers.get("idempotency-replayed")).toBe("true");
  expect(JSON.stringify(answers[1].body)).toBe(JSON.stringify(answers[0].body));
  expect(await balanceOf(userId)).toEqual([6, 0]);
});

describe("GET /generations/{id}?wait=", () => {
  test("returns when the work completes or the time is over, and rejects invalid times", async () => {
    const { key } = await makeAccount();
    const studio = openStudio(1);
    const id = idOf(await studio.call(key, "mug", respondAsync));
    await studio.begun("mug");
    expect((await read(key, id)).body.status).toBe("running");
    expect((await read(key, id, { wait: "1" })).body.status).toBe("running");
    const waits = read(key, id, { wait: "30" });
    await studio.finish("mug");
    expect((await waits).body.status).toBe("succeeded");
    expect((await read(key, id, { wait: "30" })).body.status).toBe("succeeded");
    for (const wait of ["31", "-1", "1.5", "x"])
      expect((await read(key, id, { wait })).body.error).toMatchObject({
        code: "invalid_params",
        issues: [{ path: "wait" }],
      });
  });

  test("answers 404 for another account's work", async () => {
    tried("isolation");
    const [{ key }, stranger] = [await makeAccount(), await makeAccount()];
    const studio = openStudio(1);
    const id = idOf(await studio.call(key, "mug", respondAsync));
    expect((await read(stranger.key, id, { wait: "30" })).status).toBe(404);
    await studio.finish("mug");
  });
});

test("the list finds work by its exact Idempotency-Key, only for its owner", async () => {
  tried("isolation");
  const [account, stranger] = [await makeAccount(), await makeAccount()];
  const studio = openStudio(1);
  studio.finishAll();
  const made = await studio.call(account.key, "mug", { "idempotency-key": "order %_1" });
  await studio.call(account.key, "cup", { "idempotency-key": "order %_2" });
  await studio.call(account.key, "jar");
  const find = async (key: string, idempotencyKey: string) => {
    const query = { idempotency_key: idempotencyKey };
    const { body } = await api("listGenerations", { key, query });
    return body.data.map(({ id }: { id: string }) => id);
  };
  expect(await find(account.key, "order %_1")).toEqual([idOf(made)]);
  expect(await find(account.key, "order")).toEqual([]);
  expect(await find(stranger.key, "order %_1")).toEqual([]);
});

describe("work that waits", () => {
  /** Occupies both workers with two jobs, so that later work waits. */
  async function busyStudio() {
    const [busy, account] = [await makeAccount(), await makeAccount({ monthly: 20 })];
    const studio = openStudio(2);
    for (const say of ["busy-1", "busy-2"]) {
      await studio.call(busy.key, say, respondAsync);
      await studio.begun(say);
    }
    return { studio, ...account };
  }
  const cancel = (key: string, id: string) => api("cancelGeneration", { key, id });

  test("has a position, and moves up when work before it starts or is canceled", async () => {
    const { studio, key } = await busyStudio();
    const queued = [];
    for (const say of ["a", "b", "c"]) queued.push(await studio.call(key, say, respondAsync));
    expect(queued.map(({ body }) => [body.status, body.position])).toEqual([
      ["queued", 1],
      ["queued", 2],
      ["queued", 3],
    ]);
    const [first, second, third] = queued.map(idOf);
    await cancel(key, second ?? "");
    const positions = async () => {
      const { body } = await api("listGenerations", { key });
      return body.data.map(({ id, position }: { id: string; position: number | null }) => [id, position]);
    };
    expect(await positions()).toEqual([
      [third, 2],
      [second, null],
      [first, 1],
    ]);
    await studio.finish("busy-1");
    await studio.begun("a");
    expect(await positions()).toEqual([
      [third, 1],
      [second, null],
      [first, null],
    ]);
    studio.finishAll();
  });

  test("is canceled and refunded once, and never starts; running or completed work cannot be canceled", async () => {
    tried("resolve-once");
    const { studio, key, userId } = await busyStudio();
    const id = idOf(await studio.call(key, "late", respondAsync));
    const stranger = await makeAccount();
    expect((await cancel(stranger.key, id)).status).toBe(404);
    const answers = await Promise.all([cancel(key, id), cancel(key, id), cancel(key, id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const canceled = answers.find(({ status }) => status === 200);
    expect(canceled?.body).toMatchObject({ id, status: "canceled", credits_used: 0, position: null });
    expect(await balanceOf(userId)).toEqual([20, 0]);

    const running = idOf(await studio.call(key, "running", respondAsync));
    await studio.finish("busy-1");
    await studio.begun("running");
    const refused = await cancel(key, running);
    expect([refused.status, refused.body.error.code]).toEqual([409, "not_cancelable"]);
    studio.finishAll();
    await read(key, running, { wait: "30" });
    expect((await cancel(key, running)).body.error.code).toBe("not_cancelable");
    expect((await read(key, id)).body).toMatchObject({ status: "canceled", attempts: 0 });
    expect(await balanceOf(userId)).toEqual([18, 0]);
  });

  test("fails a waiting call with the message that it was canceled", async () => {
    const { studio, key, userId } = await busyStudio();
    const waits = studio.call(key, "late");
    const where = { userId, status: "queued" } as const;
    await vi.waitUntil(async () => (await db().generation.count({ where })) === 1, 20_000);
    const { id } = await db().generation.findFirstOrThrow({ where });
    expect((await cancel(key, id)).status).toBe(200);
    const answer = await waits;
    expect(answer.body.error).toMatchObject({ code: "generation_failed", message: "The work was canceled." });
    expect(await balanceOf(userId)).toEqual([20, 0]);
    studio.finishAll();
  });
});

test("ledger and balances agree", async () => {
  expect((await auditCredits()).findings).toEqual([]);
});
