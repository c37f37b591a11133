import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import { FairQueue, type QueuedTask } from "./fair-queue.ts";

everyTestTries("starve");

interface Named extends QueuedTask {
  name: string;
}

const task = (caller: string, name = caller): Named => ({ caller, name });

function drain(queue: FairQueue<Named>): string[] {
  const names: string[] = [];
  for (let next = queue.shift(); next; next = queue.shift()) names.push(next.name);
  return names;
}

describe("the fair queue", () => {
  test("serves a caller's first task before another caller's second, in order of arrival", () => {
    const queue = new FairQueue<Named>();
    for (const name of ["a1", "a2", "a3", "b1", "c1", "b2"]) queue.push(task(name[0] ?? "", name));
    expect(drain(queue)).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
  });

  test("serves all other callers before one that was just served", () => {
    const queue = new FairQueue<Named>();
    queue.push(task("a", "a1"));
    queue.push(task("b", "b1"));
    expect(queue.shift()?.name).toBe("a1");
    queue.push(task("a", "a2"));
    expect(drain(queue)).toEqual(["b1", "a2"]);
  });

  test("removes a waiting task once and updates its size", () => {
    const queue = new FairQueue<Named>();
    const middle = task("a", "a2");
    queue.push(task("a", "a1"));
    queue.push(middle);
    queue.push(task("b", "b1"));
    expect([queue.remove(middle), queue.remove(middle)]).toEqual([true, false]);
    expect([queue.size, queue.waitingOf("a").length]).toEqual([2, 1]);
    expect(drain(queue)).toEqual(["a1", "b1"]);
    expect(queue.size).toBe(0);
  });

  test("skips a caller that may not start, which does not lose its turn", () => {
    const queue = new FairQueue<Named>();
    for (const name of ["a1", "b1", "a2", "b2"]) queue.push(task(name[0] ?? "", name));
    expect(queue.shift(({ caller }) => caller !== "a")?.name).toBe("b1");
    expect(drain(queue)).toEqual(["a1", "b2", "a2"]);
    queue.push(task("a"));
    expect(queue.shift(() => false)).toBeUndefined();
    expect(queue.size).toBe(1);
  });

  test("predicts exactly the tasks that are served before a caller's next one", () => {
    const step = fc.oneof(fc.constantFrom("a", "b", "c", "d", "e"), fc.constant(null));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.constantFrom("a", "b", "x"), (steps, caller) => {
        const queue = new FairQueue<Named>();
        for (const [index, other] of steps.entries()) {
          if (other === null) queue.shift();
          else queue.push(task(other, `${other}${index}`));
        }
        const ahead = queue.aheadOf(caller).map(({ name }) => name);
        queue.push(task(caller, "asked for"));
        const served = drain(queue);
        expect(new Set(ahead)).toEqual(new Set(served.slice(0, served.indexOf("asked for"))));
      }),
    );
  });
});
