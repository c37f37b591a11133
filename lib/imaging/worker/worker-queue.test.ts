import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ApiError } from "#lib/platform/errors.ts";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import { maxWaitingBytesPerCaller, workerBounds } from "./bounds.ts";
import { admit, pool, runTask, stopWorkers } from "./pool.ts";

everyTestTries("starve");

let image: Uint8Array;

// What is asked for in one turn of the event loop is all in the queue before the first answer comes.
const inspect = (caller: string, bytes = image) => runTask("inspect", { image: bytes }, { caller });
const flood = (count: number) =>
  Array.from({ length: count }, () => inspect("a").catch((error: unknown) => error));

const { durations } = pool().queues.light;

beforeAll(async () => {
  image = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  await inspect("first");
});
beforeEach(() => durations.clear());
afterAll(() => stopWorkers());

describe("a caller beside one that floods the service", () => {
  test("is served in turn, however many the other has waiting", async () => {
    const served: string[] = [];
    const callers = [..."aaaaabbc"];
    await Promise.all(callers.map((caller) => inspect(caller).then(() => served.push(caller))));
    expect(served.join("")).toBe("aabcabaa");
  });

  test("is not refused when the other has all that it may have waiting", async () => {
    const { waitingLimit } = workerBounds.light;
    const outcomes = flood(waitingLimit + 10);
    const other = inspect("b");
    const refused = (await Promise.all(outcomes)).filter((outcome) => outcome instanceof ApiError);
    expect(refused).toHaveLength(9);
    for (const { code, retryAfterSeconds = 0 } of refused) {
      expect([code, retryAfterSeconds >= 1]).toEqual(["overloaded", true]);
    }
    expect(await other).toMatchObject({ width: 8 });
    expect(await inspect("a")).toMatchObject({ width: 8 });
  });

  test("is told overloaded when its turn did not come in time, for its own picture is not at fault", async () => {
    const side = { width: 6000, height: 6000, channels: 3, background: "red" } as const;
    const large = await sharp({ create: side }).png().toBuffer();
    durations.set("inspect", 0);
    const running = inspect("a", large);
    const late = runTask("inspect", { image }, { caller: "b", deadlineAtMs: Date.now() + 20 });
    await expect(late).rejects.toMatchObject({ code: "overloaded", retryAfterSeconds: 5 });
    expect(await running).toMatchObject({ width: 6000 });
  });

  test("is refused only what cannot be done in time at its own place in the turns", async () => {
    durations.set("inspect", 9_000);
    const waiting = flood(5);
    // For the one: 9 s running, 36 s waiting and 9 s of its own are more than 50 s. For another: 27 s.
    await expect(inspect("a")).rejects.toMatchObject({ code: "overloaded", retryAfterSeconds: 4 });
    expect(() => admit("inspect", {}, { caller: "b", deadlineAtMs: Date.now() + 20_000 })).toThrow(ApiError);
    expect(() => admit("inspect", {}, { caller: "b" })).not.toThrow();
    await Promise.all(waiting);
  });

  test("does not have its memory taken: a caller's waiting inputs are bounded in sum", async () => {
    const large = new Uint8Array(maxWaitingBytesPerCaller / 2);
    const outcomes = Array.from({ length: 5 }, () => inspect("a", large).catch((error: unknown) => error));
    const other = inspect("b", large).catch((error: unknown) => error);
    const refused = (await Promise.all(outcomes)).filter((outcome) => outcome instanceof ApiError);
    // One runs, two wait.
    expect(refused).toHaveLength(2);
    expect(await other).toMatchObject({ name: "UnreadableImageError" });
  });
});
