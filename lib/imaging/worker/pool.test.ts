import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { NothingFoundError, UnreadableImageError } from "#lib/images/picture.ts";
import { drawTestPicture } from "#lib/testing/imaging/drawn-pictures.ts";
import { drawnProduct } from "#lib/testing/pictures.ts";
import { requirePid } from "#lib/testing/pid.ts";
import { deepTest } from "#lib/testing/trials.ts";
import { workerSettings } from "./bounds.ts";
import { PixelWorkerError } from "./failure.ts";
import { expectedMs, recordDuration, taskKind } from "./pace.ts";
import { pool, runTask, stopWorkers, type TaskOptions, warmUp, workerPid } from "./pool.ts";
import { WorkerProcess } from "./process.ts";
import type { TaskMessage } from "./protocol.ts";
import { WorkerQueue } from "./worker-queue.ts";

let image: Uint8Array;
let cutOutPicture: Uint8Array;
let maxSide = 640;

// One process: with several, a second task would not wait. Tests of several: worker-queue.test.ts.
const { queues } = pool();
const { heavy } = queues;
beforeAll(async () => {
  queues.heavy = new WorkerQueue("heavy");
  image = (await drawTestPicture("mug", "wood", 640, 480)).jpeg;
  cutOutPicture = await drawnProduct(96);
  await warmUp();
}, 300_000);

afterAll(() => {
  queues.heavy.stop();
  queues.heavy = heavy;
});

// The pool learns durations; on a busy machine it would rightly reject later tasks of a test.
beforeEach(() => queues.heavy.durations.clear());

/** Starts a task that no cache can answer, and waits until the worker runs it. */
async function startCutOut(options: TaskOptions = {}) {
  const started = Promise.withResolvers<void>();
  maxSide -= 1;
  const task = runTask(
    "cutout",
    { image, format: "png", maxSide },
    { ...options, onStage: () => started.resolve() },
  );
  const outcome = task.catch((error: unknown) => error);
  await Promise.race([started.promise, outcome]);
  return { outcome };
}

/** A task that needs no network: the picture is already cut out. */
const next = async () => (await runTask("cutout", { image: cutOutPicture, format: "png" })).width;

describe("the pixel worker", { timeout: 300_000 }, () => {
  test.runIf(process.platform === "linux")(
    "has settings of its own for memory, not those that the server was started with",
    async () => {
      vi.stubEnv("MALLOC_TRIM_THRESHOLD_", "131072");
      const process = new WorkerProcess("heavy", { onMessage() {}, onEnd() {}, onMemoryExceeded() {} });
      try {
        const variables = (await readFile(`/proc/${process.pid}/environ`, "utf8")).split("\0");
        expect(variables).toEqual(
          expect.arrayContaining(Object.entries(workerSettings("heavy")).map((pair) => pair.join("="))),
        );
      } finally {
        process.kill();
        vi.unstubAllEnvs();
      }
    },
  );

  test("returns a cut-out as a PNG of the picture's size", async () => {
    const result = await runTask("cutout", { image: cutOutPicture, format: "png" });
    const header = await sharp(result.bytes).metadata();
    expect(header).toMatchObject({ format: "png", width: 96, height: 96, hasAlpha: true });
    expect(result).toMatchObject({ width: 96, height: 96 });
  });

  describe("while it cuts out", () => {
    test("leaves the caller's thread free, finishes despite signals, and drops a waiting task that is aborted", async () => {
      await runTask("inspect", { image });
      const controller = new AbortController();
      const { outcome } = await startCutOut();
      const pid = requirePid(workerPid("heavy"));
      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.kill(pid, signal);
      const waiting = runTask("cutout", { image, format: "png", maxSide: 99 }, { signal: controller.signal });
      controller.abort(new Error("the caller left"));
      await expect(waiting).rejects.toThrow("the caller left");
      let turns = 0;
      let isDone = false;
      const finished = outcome.then(() => {
        isDone = true;
      });
      expect(await runTask("inspect", { image })).toMatchObject({ width: 640, height: 480 });
      expect(isDone).toBe(false);
      expect(workerPid("light")).not.toBe(pid);
      // If inference blocked this thread, the event loop would turn only a few times meanwhile.
      while (!isDone && turns <= 1_000) {
        turns += 1;
        await nextTurn();
      }
      expect(turns).toBeGreaterThan(1_000);
      await finished;
      expect(await outcome).toMatchObject({ width: maxSide });
      expect(workerPid("heavy")).toBe(pid);
    });

    test("fails only the running task when it is killed, and serves the next task from a new process", async () => {
      const { outcome } = await startCutOut();
      const waiting = next();
      const pid = requirePid(workerPid("heavy"));
      process.kill(pid, "SIGKILL");
      expect(await outcome).toBeInstanceOf(PixelWorkerError);
      expect(await outcome).toMatchObject({ kind: "crashed" });
      expect(await waiting).toBe(96);
      expect(workerPid("heavy")).not.toBe(pid);
    });
  });

  deepTest("finishes its task when it receives SIGTERM while it starts", async () => {
    stopWorkers();
    const task = runTask("inspect", { image });
    process.kill(requirePid(workerPid("light")), "SIGTERM");
    expect(await task).toMatchObject({ width: 640, height: 480 });
  });

  test.runIf(process.platform === "linux")(
    "a process that was signalled before it got its task reports that signal",
    async () => {
      const { promise: ended, resolve: onEnd } = Promise.withResolvers<string>();
      const nothing = () => undefined;
      const started = new WorkerProcess("light", { onMessage: nothing, onEnd, onMemoryExceeded: nothing });
      const pid = requirePid(started.pid);
      process.kill(pid, "SIGINT");
      // In one turn, so that this process does not learn of the end before it sends the task.
      while (!/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "latin1")));
      started.run({ id: 1, name: "inspect", input: { image } } as unknown as TaskMessage);
      expect(await ended).toBe("SIGINT");
    },
  );

  test("stops an aborted task with the signal's reason, and serves the next task", async () => {
    const controller = new AbortController();
    const { outcome } = await startCutOut({ signal: controller.signal });
    controller.abort(new Error("the caller left"));
    expect(await outcome).toMatchObject({ message: "the caller left" });
    expect(await next()).toBe(96);
  });

  test("rejects a task whose signal is already aborted", async () => {
    const signal = AbortSignal.abort(new Error("too late"));
    await expect(runTask("cutout", { image, format: "png" }, { signal })).rejects.toThrow("too late");
  });

  test("rejects a task at its deadline, and serves the next task", async () => {
    const task = runTask("cutout", { image, format: "png", maxSide: 98 }, { deadlineAtMs: Date.now() });
    await expect(task).rejects.toMatchObject({ name: "PixelWorkerError", kind: "deadline" });
    expect(await next()).toBe(96);
  });

  test("rejects an unusable picture with the error class that names its fault", async () => {
    const clear = await drawnProduct(96, 0);
    await expect(runTask("cutout", { image: clear, format: "png" })).rejects.toBeInstanceOf(
      NothingFoundError,
    );
    const noise = new TextEncoder().encode("<html>not a picture</html>");
    await expect(runTask("cutout", { image: noise, format: "png" })).rejects.toBeInstanceOf(
      UnreadableImageError,
    );
    expect(await next()).toBe(96);
  });

  deepTest("exits when its parent process is killed", async () => {
    const { spawn } = await import("node:child_process");
    const script = `const { runTask, workerPid } = await import("#lib/imaging/worker/pool.ts");
      await runTask("load", null); console.log("worker " + workerPid("heavy")); setInterval(() => {}, 1000);`;
    const parent = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const pid = await new Promise<number>((resolve) => {
      let text = "";
      parent.stdout.on("data", (chunk: Buffer) => {
        text += chunk.toString();
        const match = /worker (\d+)/.exec(text);
        if (match) resolve(Number(match[1]));
      });
    });
    expect(isAlive(pid)).toBe(true);
    parent.kill("SIGKILL");
    // The loop ends when the process has exited; the test's own timeout is the limit.
    while (isAlive(pid)) await nextTurn();
    expect(isAlive(pid)).toBe(false);
  });
});

describe("expected durations", () => {
  test("differ by resolution, and start from an estimate", () => {
    const durations = new Map<string, number>();
    expect(taskKind("photo", { resolution: "4K" })).not.toBe(taskKind("photo", { resolution: "1K" }));
    expect(expectedMs(durations, "photo 4K")).toBeGreaterThan(expectedMs(durations, "photo 1K"));
  });

  test("follow the measured durations of tasks", () => {
    const durations = new Map<string, number>();
    recordDuration(durations, "cutout", 9_000);
    expect(expectedMs(durations, "cutout")).toBe(9_000);
    for (let count = 0; count < 20; count += 1) recordDuration(durations, "cutout", 1_000);
    expect(expectedMs(durations, "cutout")).toBeLessThan(1_100);
    expect(expectedMs(durations, "photo 1K")).toBeGreaterThan(1_100);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
