import { expect, test } from "vitest";
import { startInSlices } from "./slices.ts";

const work = (durationMs: number) => {
  const endsAtMs = performance.now() + durationMs;
  while (performance.now() < endsAtMs);
};

test("starts everything in order, and lets others have their turn in between", async () => {
  const start = startInSlices(4);
  const events: string[] = [];
  const done = Promise.withResolvers<void>();
  for (let request = 0; request < 10; request += 1) {
    start(() => {
      work(3);
      events.push(String(request));
      if (request === 9) done.resolve();
    });
  }
  setImmediate(() => setImmediate(() => events.push("another")));
  await done.promise;
  expect(events.filter((event) => event !== "another")).toEqual([..."0123456789"]);
  expect(events.indexOf("another")).toBeLessThan(6);
});

test("starts what comes together in one turn when it is quick", async () => {
  const start = startInSlices(1_000);
  const events: string[] = [];
  const done = Promise.withResolvers<void>();
  start(() => {
    events.push("first");
    setImmediate(() => {
      events.push("next turn");
      done.resolve();
    });
  });
  start(() => events.push("second"));
  await done.promise;
  expect(events).toEqual(["first", "second", "next turn"]);
});
