import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { limitFairly } from "./fair-limit.ts";
import { mapInSlices, runWithPause, startSlices } from "./pause.ts";

const oneAtATime = () => {
  const limiter = limitFairly({ atOnce: 1, maxWaitingPerCaller: 10 });
  const place = (task: () => Promise<void>) => limiter.run("caller", task);
  return (task: () => Promise<unknown>, longestMs = 1_000) =>
    runWithPause(task, { place, longestMs, longestPauseMs: 10_000 });
};

test("a task's result is returned at its end, and its place then stays empty for as long as the task took", async () => {
  const run = oneAtATime();
  let tookMs = 0;
  let endedAtMs = 0;
  let isTurnOver = false;
  const first = run(async () => {
    const startedAtMs = performance.now();
    await delay(60);
    // No turn of the event loop fits between the end and the result, on a busy machine too.
    setImmediate(() => {
      isTurnOver = true;
    });
    endedAtMs = performance.now();
    tookMs = endedAtMs - startedAtMs;
    return "result";
  });
  const second = run(async () => performance.now());
  expect([await first, isTurnOver]).toEqual(["result", false]);
  // A timer may fire a millisecond early.
  expect(Number(await second) - endedAtMs).toBeGreaterThanOrEqual(tookMs - 2);
});

test("a task that exceeds its time releases its place, and so does one that fails", async () => {
  const run = oneAtATime();
  const stuck = run(() => new Promise(() => undefined), 20);
  await expect(run(() => Promise.reject(new Error("no")), 20)).rejects.toThrow("no");
  expect(await run(async () => "done", 20)).toBe("done");
  expect(await Promise.race([stuck, "waits"])).toBe("waits");
});

test("a long list is processed in order, and other tasks run in between", async () => {
  const list = Array.from({ length: 300 }, (_, index) => index);
  let turns = 0;
  const count = setInterval(() => {
    turns += 1;
  });
  const results = await mapInSlices(list, (value, index) => {
    const untilMs = performance.now() + 0.5;
    while (performance.now() < untilMs);
    return value + index;
  });
  clearInterval(count);
  expect(results).toEqual(list.map((value) => 2 * value));
  expect(turns).toBeGreaterThan(3);
  expect(await mapInSlices([], () => 1)).toEqual([]);
});

test("concurrent tasks share their time slices", async () => {
  const giveTurn = startSlices();
  let turns = 0;
  const count = setInterval(() => {
    turns += 1;
  });
  const run = async () => {
    for (let part = 0; part < 20; part += 1) {
      await giveTurn();
      const untilMs = performance.now() + 0.5;
      while (performance.now() < untilMs);
    }
  };
  await Promise.all(Array.from({ length: 16 }, run));
  clearInterval(count);
  expect(turns).toBeGreaterThan(5);
});
