import { expect, test } from "vitest";
import { startInSlices } from "./slices.ts";

const work = (durationMs: number) => {
  const endsAtMs = performance.now() + durationMs;
  while (performance.now() < endsAtMs);
};

test("a caller's requests start in order, and other tasks run in between", async () => {
  const start = startInSlices(4);
  const events: string[] = [];
  const done = Promise.withResolvers<void>();
  for (let request = 0; request < 10; request += 1) {
    start("common", "a", () => {
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

test("quick requests that arrive together start in one turn of the event loop", async () => {
  const start = startInSlices(1_000);
  const events: string[] = [];
  const done = Promise.withResolvers<void>();
  start("common", "a", () => {
    events.push("first");
    setImmediate(() => {
      events.push("next turn");
      done.resolve();
    });
  });
  start("common", "b", () => events.push("second"));
  await done.promise;
  expect(events).toEqual(["first", "second", "next turn"]);
});

test("a caller with one request waits for one request of another caller, not for all of them", async () => {
  const start = startInSlices(1_000);
  const events: string[] = [];
  for (let request = 1; request <= 100; request += 1) start("common", "a", () => events.push(`a${request}`));
  const done = Promise.withResolvers<void>();
  start("common", "b", () => {
    events.push("b1");
    done.resolve();
  });
  await done.promise;
  expect(events.indexOf("b1")).toBe(1);
});

test("a watched route does not wait for many other requests, and many of its calls do not delay others", async () => {
  const start = startInSlices(1_000);
  const events: string[] = [];
  const done = Promise.withResolvers<void>();
  for (let request = 1; request <= 50; request += 1) {
    start("common", "a", () => events.push(`a${request}`));
    start("watched", "a", () => events.push(`health${request}`));
  }
  start("watched", "b", () => events.push("health of b"));
  start("common", "b", () => {
    events.push("b");
    done.resolve();
  });
  await done.promise;
  expect(events.indexOf("health of b")).toBeLessThan(5);
  expect(events.indexOf("b")).toBeLessThan(5);
});
