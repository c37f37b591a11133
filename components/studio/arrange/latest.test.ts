import { expect, test } from "vitest";
import { createLatest } from "./latest.ts";

/** Creates a `latest` whose runs the test ends by hand. */
function openLatest() {
  const runs: { input: number; signal: AbortSignal; end: (output: string) => void; fail: () => void }[] = [];
  const outputs: string[] = [];
  const errors: number[] = [];
  const busy: boolean[] = [];
  const latest = createLatest<number, string>({
    run: (input, signal) =>
      new Promise((resolve, reject) => {
        runs.push({ input, signal, end: resolve, fail: () => reject(new Error("lost")) });
      }),
    onOutput: (output) => outputs.push(output),
    onError: (_error, input) => errors.push(input),
    onBusy: (now) => busy.push(now),
  });
  const at = (index: number) => {
    const run = runs[index];
    if (!run) throw new Error(`run ${index} has not begun`);
    return run;
  };
  return { latest, runs, at, outputs, errors, busy, finished: () => new Promise(setImmediate) };
}

test("one input runs at a time, and of the inputs that arrive meanwhile only the newest runs", async () => {
  const { latest, runs, at, outputs, busy, finished } = openLatest();
  for (const input of [1, 2, 3]) latest.ask(input);
  expect(runs.map(({ input }) => input)).toEqual([1]);
  at(0).end("one");
  await finished();
  expect(runs.map(({ input }) => input)).toEqual([1, 3]);
  at(1).end("three");
  await finished();
  expect(outputs).toEqual(["one", "three"]);
  expect(busy).toEqual([true, false]);
});

test("a failure is reported only if no newer input waits", async () => {
  const { latest, at, errors, finished } = openLatest();
  latest.ask(1);
  latest.ask(2);
  at(0).fail();
  await finished();
  expect(errors).toEqual([]);
  at(1).fail();
  await finished();
  expect(errors).toEqual([2]);
});

test("a cancel discards earlier outputs, and a new input runs", async () => {
  const { latest, at, runs, outputs, busy, finished } = openLatest();
  latest.ask(1);
  latest.ask(2);
  latest.cancel();
  expect(at(0).signal.aborted).toBe(true);
  at(0).end("late");
  await finished();
  expect([runs.length, outputs]).toEqual([1, []]);
  latest.ask(3);
  at(1).end("three");
  await finished();
  expect(outputs).toEqual(["three"]);
  expect(busy).toEqual([true, false, true, false]);
});
