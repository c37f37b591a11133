// Guards every form of `Prefer` and of replays of a call that waits.

import { describe, expect, test } from "vitest";
import { makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { balanceOf, idOf, openStudio, respondAsync } from "#lib/testing/generations/open-studio.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";

await useDatabase();
useWorkers(2);

describe("Prefer: respond-async", () => {
  test("is recognized among other preferences and in any letter case, and not in similar ones", async () => {
    const { key } = await makeAccount();
    const studio = openStudio(1);
    studio.finishAll();
    for (const prefer of ["Respond-Async", "wait=0, respond-async; x=1"])
      expect((await studio.call(key, "a", { prefer })).status).toBe(202);
    for (const prefer of ["respond-asynchronously", "wait=10", "return=minimal"])
      expect((await studio.call(key, "a", { prefer })).status).toBe(200);
  });

  test("with `wait` returns the result if it is finished in time, else the state; replays do the same", async () => {
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
  });

  test("with an Idempotency-Key returns the result to a waiting replay", async () => {
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
