import fc from "fast-check";
import { expect, test } from "vitest";
import { batchByKey } from "./concurrency.ts";

test("every call gets its own result, in the order of the calls, with one run per name", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 30 }), async (names) => {
      const runs: string[] = [];
      const ask = batchByKey(async (name, calls) => {
        runs.push(name);
        return Array.from({ length: calls }, (_, place) => `${name}${place}`);
      });
      const expected = names.map(
        (name, index) => `${name}${names.slice(0, index).filter((other) => other === name).length}`,
      );
      expect(await Promise.all(names.map((name) => ask(name)))).toEqual(expected);
      expect(runs.toSorted()).toEqual([...new Set(names)].toSorted());
    }),
  );
});

test("a call does not wait for an earlier run that hangs", async () => {
  let first = true;
  const ask = batchByKey(async () => {
    if (!first) return ["answered"];
    first = false;
    return new Promise<never>(() => undefined);
  });
  void ask("a");
  await new Promise((resolve) => setImmediate(resolve));
  expect(await ask("a")).toBe("answered");
});

test("a failed run rejects all its calls, and the next call starts a new run", async () => {
  let runs = 0;
  const ask = batchByKey(async (_, calls) => {
    runs += 1;
    if (runs === 1) throw new Error("no database");
    return Array.from({ length: calls }, () => "fine");
  });
  const outcomes = await Promise.allSettled([ask("a"), ask("a")]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await ask("a")).toBe("fine");
});
