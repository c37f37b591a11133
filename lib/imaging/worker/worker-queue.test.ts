import { existsSync } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import sharp from "sharp";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { ApiError } from "#lib/platform/errors.ts";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import { requirePid } from "#lib/testing/pid.ts";
import { deepTest } from "#lib/testing/trials.ts";
import { idleExitMs, maxWaitingBytesPerCaller, workerBounds } from "./bounds.ts";
import { pool, runTask } from "./pool.ts";
import type { Outcome } from "./protocol.ts";
import { WorkerQueue } from "./worker-queue.ts";
import type { Job } from "./worker-slot.ts";

everyTestTries("starve");

let image: Uint8Array;
/** Takes much longer to inspect than the other. */
let large: Uint8Array;

// Tasks requested in one turn of the event loop are all queued before the first result arrives.
const inspect = (caller: string, bytes = image) => runTask("inspect", { image: bytes }, { caller });
const flood = (count: number) =>
  Array.from({ length: count }, () => inspect("a").catch((error: unknown) => error));

const { durations } = pool().queues.light;

beforeAll(async () => {
  image = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const side = { width: 4_000, height: 4_000, channels: 3, background: "red" } as const;
  large = await sharp({ create: side }).png().toBuffer();
  await inspect("first");
});
beforeEach(() => durations.clear());

const askedFor = (caller: string) =>
  ({ kind: "inspect", caller, inputBytes: 0, waitingLimit: 32, deadlineAtMs: undefined }) as const;

describe("a caller beside another that floods the service", () => {
  test("is served in turn, regardless of how many tasks of the other are waiting", async () => {
    const served: string[] = [];
    const callers = [..."aaaaabbc"];
    await Promise.all(callers.map((caller) => inspect(caller).then(() => served.push(caller))));
    expect(served.join("")).toBe("aabcabaa");
  });

  test("is not refused when the other has reached its limit of waiting tasks", async () => {
    const { waitingLimit } = workerBounds.light;
    const outcomes = flood(waitingLimit + 10);
    const other = inspect("b");
    const refused = (await Promise.all(outcomes)).filter((outcome) => outcome instanceof ApiError);
    expect(refused).toHaveLength(9);
    for (const { code, retryAfterSeconds = 0 } of refused) {
      expect([code, retryAfterSeconds >= 1]).toEqual(["overloaded", true]);
    }
    expect(await other).toMatchObject({ width: 8 });
    expect(await inspect("a")).toMatchObject({ width: 8 });
  });

  test("gets overloaded, not an error about its picture, when its turn does not come in time", async () => {
    durations.set("inspect", 0);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    try {
      const running = inspect("a");
      const late = runTask("inspect", { image }, { caller: "b", deadlineAtMs: Date.now() + 20 });
      vi.advanceTimersByTime(20);
      await expect(late).rejects.toMatchObject({ code: "overloaded", retryAfterSeconds: 5 });
      expect(await running).toMatchObject({ width: 8 });
    } finally {
      vi.useRealTimers();
    }
  });

  test("that wants only its latest results has its oldest waiting tasks dropped for new ones", async () => {
    const latest = { caller: "a", waitingLimit: 2, isLatest: true };
    const asked = Array.from({ length: 5 }, () =>
      runTask("inspect", { image }, latest).then(
        () => "done",
        (error) => error.code,
      ),
    );
    expect(await Promise.all(asked)).toEqual(["done", "overloaded", "overloaded", "done", "done"]);
  });

  test("is refused only tasks that cannot complete in time at its own place in the queue", async () => {
    durations.set("inspect", 9_000);
    const waiting = flood(5);
    // For caller a, 9 s running, 36 s waiting and its own 9 s are more than 50 s. For caller b it is 27 s.
    await expect(inspect("a")).rejects.toMatchObject({ code: "overloaded", retryAfterSeconds: 4 });
    const retryAfterS = (deadlineAtMs?: number) =>
      pool().queues.light.retryAfterS({ ...askedFor("b"), deadlineAtMs });
    expect(retryAfterS(Date.now() + 20_000)).toBe(7);
    expect(retryAfterS()).toBeNull();
    await Promise.all(waiting);
  });

  test("is not affected by large inputs: the waiting bytes of each caller are limited", async () => {
    const half = new Uint8Array(maxWaitingBytesPerCaller / 2);
    const outcomes = Array.from({ length: 5 }, () => inspect("a", half).catch((error: unknown) => error));
    const other = inspect("b", half).catch((error: unknown) => error);
    const refused = (await Promise.all(outcomes)).filter((outcome) => outcome instanceof ApiError);
    // One runs, two wait.
    expect(refused).toHaveLength(2);
    expect(await other).toMatchObject({ name: "UnreadableImageError" });
  });
});

describe("several processes", () => {
  let lastId = 1_000_000;

  function add(
    queue: WorkerQueue,
    bytes: Uint8Array,
    { caller = "a", picture = null as string | null } = {},
  ) {
    const { promise: outcome, resolve: settle } = Promise.withResolvers<Outcome>();
    lastId += 1;
    const message = { id: lastId, name: "inspect", input: { image: bytes } } as const;
    const job: Job = {
      ...askedFor(caller),
      message,
      picture,
      startedAtMs: 0,
      onStage: () => undefined,
      onBegin: () => undefined,
      settle,
    };
    queue.add(job);
    return { job, outcome, isBegun: () => job.startedAtMs > 0 };
  }

  test("make no cut-out twice: a task waits while another process makes its cut-out, and later ones start", async () => {
    const queue = new WorkerQueue("light", 2);
    const first = add(queue, large, { picture: "mug" });
    const same = add(queue, image, { caller: "b", picture: "mug" });
    const other = add(queue, image, { caller: "c", picture: "candle" });
    expect([first, same, other].map(({ isBegun }) => isBegun())).toEqual([true, false, true]);
    const ended = await Promise.all([first.outcome, same.outcome, other.outcome]);
    expect(ended.map(({ ok }) => ok)).toEqual([true, true, true]);
    queue.stop();
  });

  deepTest("that end because nothing is to be done leave no cut-out in their folder", async () => {
    const folders = async () =>
      (await readdir(os.tmpdir())).filter((name) => name.startsWith(`photos-cut-outs-${process.pid}-`));
    const before = await folders();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const queue = new WorkerQueue("light", 2);
      const [folder = ""] = (await folders()).filter((name) => !before.includes(name));
      const file = path.join(os.tmpdir(), folder, "one.cutout");
      await writeFile(file, "pixels");
      await Promise.all([add(queue, image).outcome, add(queue, image).outcome]);
      expect(existsSync(file)).toBe(true);
      vi.advanceTimersByTime(idleExitMs);
      expect([queue.pid, existsSync(file)]).toEqual([null, false]);
    } finally {
      vi.useRealTimers();
    }
  });

  deepTest("run one task each concurrently, and start the next ones when these complete", async () => {
    const queue = new WorkerQueue("light", 2);
    const tasks = [add(queue, large), add(queue, large), add(queue, image), add(queue, image)];
    expect(tasks.map(({ isBegun }) => isBegun())).toEqual([true, true, false, false]);
    const outcomes = await Promise.all(tasks.map(({ outcome }) => outcome));
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true, true]);
    queue.stop();
  });

  deepTest("fail independently: the task of the other process and a waiting task succeed", async () => {
    const queue = new WorkerQueue("light", 2);
    const tasks = [add(queue, large), add(queue, large), add(queue, image)];
    process.kill(requirePid(queue.pid), "SIGKILL");
    const outcomes = await Promise.all(tasks.map(({ outcome }) => outcome));
    expect(outcomes.map(({ ok }) => ok)).toEqual([false, true, true]);
    expect(outcomes[0]).toMatchObject({ failure: { kind: "crashed" } });
    queue.stop();
  });

  deepTest("are all counted in the estimated wait of a new task", async () => {
    const [one, two] = [new WorkerQueue("light"), new WorkerQueue("light", 2)];
    const deadlineAtMs = Date.now() + 40_000;
    const tasks = [one, two].flatMap((queue) => {
      queue.durations.set("inspect", 9_000);
      return Array.from({ length: 6 }, () => add(queue, image));
    });
    // 9 s running, 45 s waiting and its own 9 s are too much for one process.
    expect(one.retryAfterS({ ...askedFor("a"), deadlineAtMs })).toBeGreaterThan(0);
    expect(two.retryAfterS({ ...askedFor("a"), deadlineAtMs })).toBeNull();
    await Promise.all(tasks.map(({ outcome }) => outcome));
    one.stop();
    two.stop();
  });

  deepTest("stop a withdrawn task in the process that runs it, and continue with the next", async () => {
    const queue = new WorkerQueue("light", 2);
    const tasks = [add(queue, large), add(queue, large), add(queue, image)];
    const [, second, third] = tasks;
    if (!second || !third) throw new Error("no tasks");
    queue.withdraw(second.job, { kind: "aborted", message: "gone" });
    expect(third.isBegun()).toBe(true);
    const outcomes = await Promise.all(tasks.map(({ outcome }) => outcome));
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, false, true]);
    queue.stop();
  });
});

describe("a task with whenIdle", () => {
  test("starts after all other waiting tasks, even those that arrived later", async () => {
    const served: string[] = [];
    const ask = (caller: string, whenIdle = false) =>
      runTask("inspect", { image }, { caller, whenIdle }).then(() => served.push(caller));
    await Promise.all([ask("a"), ask("visitor", true), ask("b"), ask("b"), ask("c")]);
    expect(served.join(" ")).toBe("a b c b visitor");
  });

  test("is refused when others would delay it beyond its deadline, or its caller already has one", async () => {
    const waiting = flood(3);
    durations.set("inspect", 9_000);
    const spare = { image };
    const late = runTask("inspect", spare, {
      caller: "v",
      whenIdle: true,
      deadlineAtMs: Date.now() + 20_000,
    });
    await expect(late).rejects.toMatchObject({ code: "overloaded" });
    durations.clear();
    const first = runTask("inspect", spare, { caller: "v", whenIdle: true });
    await expect(runTask("inspect", spare, { caller: "v", whenIdle: true })).rejects.toMatchObject({
      code: "overloaded",
    });
    await Promise.all([...waiting, first]);
  });
});
