import { afterEach, expect, test, vi } from "vitest";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import { type Running, Supervisor } from "./supervisor.ts";

everyTestTries("restart");

afterEach(() => void vi.useRealTimers());

/** A supervised child whose end the test controls, with fake timers. */
function setUp(failures: string[] = [], isPassing?: (reason: string) => boolean) {
  vi.useFakeTimers();
  const printed = vi.spyOn(console, "error").mockImplementation(() => {});
  const children: { end: (how: string) => void }[] = [];
  const giveUp = vi.fn();
  const supervisor = new Supervisor<Running>({
    name: "The child",
    start: async () => {
      const failure = failures.shift();
      if (failure) throw new Error(failure);
      const { promise, resolve } = Promise.withResolvers<string>();
      children.push({ end: resolve });
      return { ended: promise };
    },
    giveUp,
    log: "/var/log/child",
    ...(isPassing && { isPassing }),
  });
  return { supervisor, children, giveUp, printed };
}

test("restarts the child after 0.2, 0.5, 1, 2, 5, 5 … seconds", async () => {
  const { supervisor, children } = setUp();
  await supervisor.start();
  supervisor.watch();
  for (const [place, waitMs] of [200, 500, 1_000, 2_000, 5_000, 5_000].entries()) {
    children.at(-1)?.end("was ended by SIGKILL");
    await vi.advanceTimersByTimeAsync(waitMs - 1);
    expect(children).toHaveLength(place + 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(children).toHaveLength(place + 2);
  }
  await supervisor.stop();
});

test("does not count an exit for longer than two minutes", async () => {
  const { supervisor, children, giveUp } = setUp();
  await supervisor.start();
  supervisor.watch();
  for (let count = 0; count < 30; count += 1) {
    children.at(-1)?.end("ended");
    await vi.advanceTimersByTimeAsync(60_000);
  }
  expect(giveUp).not.toHaveBeenCalled();
  expect(children).toHaveLength(31);
  await supervisor.stop();
});

test("gives up at the tenth exit within two minutes, with a message that names the reason and the log", async () => {
  const { supervisor, children, giveUp } = setUp();
  await supervisor.start();
  supervisor.watch();
  for (let count = 0; count < 10; count += 1) {
    expect(giveUp).not.toHaveBeenCalled();
    children.at(-1)?.end("ended with exit code 7");
    await vi.advanceTimersByTimeAsync(5_000);
  }
  expect(giveUp.mock.calls).toEqual([
    [
      "The child ended 10 times within two minutes; the last time it ended with exit code 7. Its log: /var/log/child",
    ],
  ]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(children).toHaveLength(10);
});

test("retries a temporary failure without limit", async () => {
  const failures: string[] = [];
  const { supervisor, children, giveUp } = setUp(failures, (how) => how.includes("No space left"));
  await supervisor.start();
  supervisor.watch();
  failures.push(...Array.from({ length: 40 }, () => "No space left on device"));
  children[0]?.end("ended with exit code 1");
  await vi.advanceTimersByTimeAsync(40 * 5_000);
  expect(children).toHaveLength(1);
  expect(giveUp).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(children).toHaveLength(2);
  await supervisor.stop();
});

test("counts a failed start as an exit, and continues when a start succeeds", async () => {
  const failures: string[] = [];
  const { supervisor, children, printed } = setUp(failures);
  await supervisor.start();
  supervisor.watch();
  failures.push("the port is taken", "the port is taken");
  children[0]?.end("was ended by SIGKILL");
  await vi.advanceTimersByTimeAsync(1_700);
  expect(children).toHaveLength(2);
  expect(printed.mock.calls.map(String)).toEqual([
    "The child was ended by SIGKILL: restarting it in 0.2 s",
    "The child does not start: the port is taken: restarting it in 0.5 s",
    "The child does not start: the port is taken: restarting it in 1 s",
  ]);
  await supervisor.stop();
});

test("starts nothing after it was stopped, also during a delay", async () => {
  const { supervisor, children } = setUp();
  await supervisor.start();
  supervisor.watch();
  children[0]?.end("ended");
  await vi.advanceTimersByTimeAsync(100);
  await supervisor.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(children).toHaveLength(1);
});
