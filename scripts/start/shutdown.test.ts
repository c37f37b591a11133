import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { tried } from "#lib/testing/evidence/index.ts";
import { pick, seededRandom } from "#lib/testing/random.ts";
import { Shutdown, type Stop, stopSignals } from "./shutdown.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A process whose running work takes `workMs`, or ends immediately when hurried. */
function setUp({ workMs, isTerminal = false }: { workMs: number; isTerminal?: boolean }) {
  const stops: Stop[] = [];
  const exits: number[] = [];
  const lines: string[] = [];
  let isHurried = false;
  const shutdown = new Shutdown({
    isTerminal,
    print: (line) => lines.push(line),
    exit: (code) => exits.push(code),
    run: (stop, hurried) => {
      stops.push(stop);
      return new Promise((resolve) => {
        setTimeout(resolve, workMs);
        hurried.addEventListener("abort", () => {
          isHurried = true;
          resolve();
        });
      });
    },
  });
  return { shutdown, stops, exits, lines, isHurried: () => isHurried };
}

test("any number and order of signals causes one shutdown, which finishes running work with exit code 0", async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const random = seededRandom(seed);
  const rounds = 300;
  tried("drain", rounds);
  for (let round = 0; round < rounds; round += 1) {
    const workMs = Math.floor(random() * 60_000);
    // Also at a terminal, because only keyboard input hurries it there: a SIGINT to this process.
    const { shutdown, stops, exits, isHurried } = setUp({ workMs, isTerminal: random() < 0.5 });
    const arrivals = [
      () => shutdown.receive(pick(random, ["SIGTERM", "SIGHUP"])),
      () => shutdown.request({ signal: pick(random, stopSignals) }),
      () => shutdown.request({ message: "The parent process has ended: stopping …" }),
    ];
    pick(random, arrivals)();
    let leftMs = workMs;
    for (let count = Math.floor(random() * 30); count > 0; count -= 1) {
      const passesMs = Math.min(leftMs, Math.floor(random() ** 4 * 10_000));
      await vi.advanceTimersByTimeAsync(passesMs);
      leftMs -= passesMs;
      if (leftMs === 0) break;
      pick(random, arrivals)();
    }
    expect(exits.length, `seed ${seed}`).toBe(leftMs === 0 ? 1 : 0);
    await vi.advanceTimersByTimeAsync(leftMs);
    expect({ stops: stops.length, exits, isHurried: isHurried() }, `seed ${seed}`).toEqual({
      stops: 1,
      exits: [0],
      isHurried: false,
    });
  }
});

test("Ctrl-C at a terminal ends the wait when it is repeated after two seconds, and not before", async () => {
  const { shutdown, exits, lines, isHurried } = setUp({ workMs: 60_000, isTerminal: true });
  shutdown.receive("SIGINT");
  shutdown.request({ signal: "SIGINT" });
  await vi.advanceTimersByTimeAsync(1_900);
  shutdown.receive("SIGINT");
  expect(isHurried()).toBe(false);
  await vi.advanceTimersByTimeAsync(100);
  expect(lines.at(-1)).toContain("Press Ctrl-C again to stop at once");
  shutdown.receive("SIGINT");
  await vi.advanceTimersByTimeAsync(0);
  expect([isHurried(), exits]).toEqual([true, [0]]);
});

test("without a terminal, repeated SIGINT does not end the wait", async () => {
  const { shutdown, exits, lines, isHurried } = setUp({ workMs: 30_000 });
  for (let second = 0; second < 29; second += 1) {
    shutdown.receive("SIGINT");
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect([isHurried(), exits, lines]).toEqual([false, [], ["Stopping …"]]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(exits).toEqual([0]);
});

test("the first request determines the signal and the exit code", async () => {
  const { shutdown, stops, exits } = setUp({ workMs: 10 });
  shutdown.request({ signal: "SIGINT", message: "The port is taken", exitCode: 1 });
  shutdown.receive("SIGTERM");
  await vi.advanceTimersByTimeAsync(10);
  expect(stops).toEqual([{ signal: "SIGINT", message: "The port is taken", exitCode: 1 }]);
  expect(exits).toEqual([1]);
});

test("a shutdown that fails still ends the process, with exit code 1", async () => {
  const exits: number[] = [];
  const lines: string[] = [];
  const shutdown = new Shutdown({
    run: () => Promise.reject(new Error("no space left")),
    print: (line) => lines.push(line),
    exit: (code) => exits.push(code),
  });
  shutdown.receive("SIGTERM");
  await vi.advanceTimersByTimeAsync(0);
  expect([exits, lines]).toEqual([[1], ["Stopping …", "The shutdown failed: no space left"]]);
});
