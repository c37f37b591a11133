import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
  cachedFor,
  limitConcurrency,
  limitConcurrencyByKey,
  serializeByKey,
  untilAborted,
  withTimeout,
} from "./concurrency.ts";

function makeGate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("limitConcurrency", () => {
  test("runs the allowed number at a time, in order of arrival, and continues after a failure", async () => {
    const limit = limitConcurrency({ atOnce: 2 });
    const gate = makeGate();
    const begun: number[] = [];
    const tasks = [0, 1, 2, 3].map((n) =>
      limit(async () => {
        begun.push(n);
        await gate.opened;
        if (n === 1) throw new Error("failed");
        return n;
      }),
    );
    await settled();
    expect(begun).toEqual([0, 1]);
    gate.open();
    const outcomes = await Promise.allSettled(tasks);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
    expect(begun).toEqual([0, 1, 2, 3]);
  });

  test("rejects with overloaded only while too many tasks wait", async () => {
    const limit = limitConcurrency({ atOnce: 1, maxWaiting: 1 });
    const gate = makeGate();
    const running = limit(() => gate.opened);
    const waiting = limit(async () => "done");
    await expect(limit(async () => "late")).rejects.toMatchObject({ code: "overloaded", status: 503 });
    gate.open();
    await running;
    expect(await waiting).toBe("done");
    expect(await limit(async () => "later")).toBe("later");
  });
});

describe("limitConcurrencyByKey", () => {
  test("counts each key separately", async () => {
    const limit = limitConcurrencyByKey({ atOnce: 1, maxWaiting: 1 });
    const gate = makeGate();
    const first = limit("a", () => gate.opened);
    const second = limit("a", async () => 2);
    await settled();
    await expect(limit("a", async () => 3)).rejects.toMatchObject({ code: "overloaded" });
    expect(await limit("b", async () => 4)).toBe(4);
    gate.open();
    await first;
    expect(await second).toBe(2);
  });

  test("serializeByKey never runs two tasks of one key concurrently", async () => {
    const serialize = serializeByKey();
    let running = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 20 }, () =>
        serialize("a", async () => {
          running += 1;
          most = Math.max(most, running);
          await settled();
          running -= 1;
        }),
      ),
    );
    expect(most).toBe(1);
  });
});

describe("timeouts", () => {
  test("untilAborted rejects with the signal's reason, before or during the task", async () => {
    const never = new Promise<never>(() => {});
    const controller = new AbortController();
    const ended = untilAborted(never, controller.signal);
    controller.abort(new Error("gone"));
    await expect(ended).rejects.toThrow("gone");
    await expect(untilAborted(never, AbortSignal.abort(new Error("already")))).rejects.toThrow("already");
    expect(await untilAborted(Promise.resolve(1), new AbortController().signal)).toBe(1);
  });

  test("withTimeout throws the given reason only when the task takes longer", async () => {
    const never = new Promise<never>(() => {});
    await expect(withTimeout(never, 1, () => new Error("too slow"))).rejects.toThrow("too slow");
    expect(await withTimeout(Promise.resolve(1), 60_000, () => new Error("too slow"))).toBe(1);
  });
});

test("a cached value is read once for concurrent calls, and again when it is too old or was not read", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  let reads = 0;
  const read = cachedFor(50, async () => {
    reads += 1;
    await settled();
    if (reads === 1) throw new Error("failed");
    return reads;
  });
  const failed = await Promise.allSettled([read(), read()]);
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await Promise.all([read(), read()])).toEqual([2, 2]);
  expect(await read()).toBe(2);
  vi.advanceTimersByTime(50);
  expect(await read()).toBe(3);
});
