// Guards that every failure of every provider of image models ends in 502 with the credits refunded.
import { expect, test, vi } from "vitest";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { describeHostedFailures, failuresOf } from "#lib/testing/generations/hosted-failures.ts";
import { bookedCalls, creditMoves } from "#lib/testing/generations/hosted-photos.ts";
import { useModelsOf } from "#lib/testing/models/configure.ts";
import { providerNames } from "#lib/testing/models/index.ts";

await useDatabase();
const { served, generate } = describeHostedFailures(providerNames.flatMap(failuresOf));

/** Leaves a model a few seconds, after the reserve for the rest of a photo. */
const passedMs = 38_000;

test("a response that drips past the deadline: 502 in time, credits refunded, one call recorded as timed out", async () => {
  const calls = [];
  for (const name of providerNames) {
    const server = served(name);
    server.play("drip");
    useModelsOf([server]);
    calls.push(generate({ passedMs }));
    await vi.waitUntil(() => server.paid().length === 1, { timeout: 10_000 });
  }
  for (const [at, { status, body, credits, id, userId }] of (await Promise.all(calls)).entries()) {
    tried("hosted-failures");
    expect([status, body.error.code]).toEqual([502, "generation_failed"]);
    expect(credits).toEqual([1, 2]);
    expect(await bookedCalls(id, 1)).toMatchObject([{ provider: providerNames[at], outcome: "timed_out" }]);
    expect(await creditMoves(userId, id)).toEqual(["charge", "refund"]);
  }
});
