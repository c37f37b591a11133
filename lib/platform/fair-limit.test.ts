import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type FairLimit, limitFairly } from "./fair-limit.ts";

interface Held {
  name: string;
  end: () => void;
}

/** A limiter with tasks that are ended by the test. */
function open(limit: Partial<FairLimit> = {}) {
  const limiter = limitFairly({ atOnce: 2, maxWaitingPerCaller: 3, ...limit });
  const begun: Held[] = [];
  const run = (name: string, signal?: AbortSignal) =>
    limiter.run(
      name[0] ?? "",
      () => new Promise<string>((end) => begun.push({ name, end: () => end(name) })),
      signal,
    );
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { limiter, begun, run, settled, names: () => begun.map(({ name }) => name) };
}

describe("a fair limit", () => {
  test("starts a caller's first task before another caller's fourth", async () => {
    const { begun, run, settled, names } = open();
    for (const name of ["a1", "a2", "a3", "a4", "b1"]) void run(name);
    await settled();
    expect(names()).toEqual(["a1", "a2"]);
    begun[0]?.end();
    await settled();
    begun[1]?.end();
    await settled();
    expect(names()).toEqual(["a1", "a2", "a3", "b1"]);
  });

  test("limits a caller to its share and leaves the rest free", async () => {
    const { run, settled, names, limiter } = open({ atOnce: 3, atOncePerCaller: 2 });
    for (const name of ["a1", "a2", "a3", "b1"]) void run(name);
    await settled();
    expect(names()).toEqual(["a1", "a2", "b1"]);
    expect([limiter.running, limiter.waiting]).toEqual([3, 1]);
  });

  test("rejects too many tasks of one caller as rate_limited, and too many in total as overloaded", async () => {
    const { run, settled } = open({ atOnce: 1, maxWaiting: 3 });
    for (const name of ["a1", "a2", "a3", "a4"]) void run(name);
    await settled();
    await expect(run("a5")).rejects.toMatchObject({ code: "rate_limited" });
    const first = run("b1");
    await expect(run("b2")).rejects.toMatchObject({ code: "overloaded" });
    await expect(Promise.race([first, settled().then(() => "waits")])).resolves.toBe("waits");
  });

  test("removes the waiting task of a caller that aborts", async () => {
    const { begun, run, settled, names, limiter } = open({ atOnce: 1 });
    void run("a1");
    const leaves = new AbortController();
    const left = run("b1", leaves.signal);
    void run("c1");
    leaves.abort(new Error("the client is gone"));
    await expect(left).rejects.toThrow("the client is gone");
    begun[0]?.end();
    await settled();
    expect(names()).toEqual(["a1", "c1"]);
    expect(limiter.waiting).toBe(0);
    await expect(run("d1", AbortSignal.abort(new Error("gone before")))).rejects.toThrow("gone before");
  });

  test("releases the place of a failed task", async () => {
    const limiter = limitFairly({ atOnce: 1, maxWaitingPerCaller: 1 });
    await expect(limiter.run("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    await expect(limiter.run("a", async () => "yes")).resolves.toBe("yes");
    expect(limiter.running).toBe(0);
  });

  test("never exceeds its limits and completes every admitted task, for any sequence", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom("a", "b", "c", "end"), { maxLength: 60 }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 4 }),
        async (steps, atOnce, atOncePerCaller) => {
          const { begun, run, settled, limiter } = open({ atOnce, atOncePerCaller });
          const admitted: Promise<unknown>[] = [];
          const ended = new Set<Held>();
          const endOne = () => {
            const next = begun.find((held) => !ended.has(held));
            if (next) ended.add(next);
            next?.end();
            return next !== undefined;
          };
          for (const [index, step] of steps.entries()) {
            if (step === "end") endOne();
            else admitted.push(run(`${step}${index}`).catch(({ code }) => expect(code).toBe("rate_limited")));
            await settled();
            const open = begun.filter((held) => !ended.has(held));
            expect(open.length).toBeLessThanOrEqual(atOnce);
            for (const [, own] of Map.groupBy(open, ({ name }) => name[0]))
              expect(own.length).toBeLessThanOrEqual(atOncePerCaller);
          }
          while (endOne()) await settled();
          await Promise.all(admitted);
          expect([limiter.running, limiter.waiting]).toEqual([0, 0]);
        },
      ),
    );
  });
});
