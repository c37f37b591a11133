import os from "node:os";
import { afterEach, expect, test, vi } from "vitest";
import { env } from "#lib/platform/env.ts";
import { memoryLimitBytes } from "#lib/platform/memory.ts";
import { heavyAllocation, pixelProcesses, resolutionsInMemory, workerSettings } from "./bounds.ts";

afterEach(() => vi.restoreAllMocks());

const limitTo = (megabytes: number) =>
  vi.spyOn(process, "constrainedMemory").mockReturnValue(megabytes * 1024 ** 2);

test.each([
  [400, "1K"],
  [700, "2K"],
  [999, "2K"],
  [1000, "4K"],
  [64_000, "4K"],
])("a container with %i MB makes photos of up to %s", (megabytes, largest) => {
  vi.spyOn(os, "totalmem").mockReturnValue(64_000 * 1024 ** 2);
  limitTo(megabytes);
  expect(resolutionsInMemory().largest).toBe(largest);
});

test("pixel processes take at most half of the container's memory, and there is always one", () => {
  vi.spyOn(os, "totalmem").mockReturnValue(64_000 * 1024 ** 2);
  vi.spyOn(os, "availableParallelism").mockReturnValue(32);
  env().PIXEL_WORKERS = undefined;
  for (const [megabytes, count] of [
    [700, 1],
    [6_400, 2],
    [16_000, 5],
    [64_000, 20],
  ] as const) {
    limitTo(megabytes);
    expect(pixelProcesses(), `${megabytes} MB`).toBe(count);
  }
});

test("only where memory suffices do heavy workers, and no others, reuse the memory of buffers", () => {
  vi.spyOn(os, "totalmem").mockReturnValue(64_000 * 1024 ** 2);
  limitTo(2_048);
  expect(workerSettings("heavy")).toBe(heavyAllocation);
  expect([workerSettings("light"), workerSettings("decode")]).toEqual([{}, {}]);
  limitTo(2_047);
  expect(workerSettings("heavy")).toEqual({});
});

test("without a limit, or with one beyond its memory, the machine's memory counts", () => {
  for (const bytes of [0, 2 ** 64]) {
    vi.spyOn(process, "constrainedMemory").mockReturnValue(bytes);
    expect(memoryLimitBytes()).toBe(os.totalmem());
  }
});
