import { expect, test, vi } from "vitest";
import { ApiError } from "../../../platform/errors.ts";
import { processPainted } from "./paint.ts";

const picture = { bytes: new Uint8Array([1]), model: "google/gemini-x-image" };
const overloaded = (retryAfterSeconds: number) =>
  new ApiError("overloaded", "Too many pictures are waiting to be made.", { retryAfterSeconds });

test("a generated picture is offered to the pixel worker again until it is accepted", async () => {
  const by = { deadlineAtMs: Date.now() + 60_000, signal: AbortSignal.timeout(60_000) };
  const run = vi.fn<() => Promise<string>>().mockRejectedValueOnce(overloaded(0.01));
  run.mockRejectedValueOnce(overloaded(0.02)).mockResolvedValueOnce("photo");
  expect(await processPainted(picture, by, run)).toBe("photo");
  expect(run).toHaveBeenCalledTimes(3);
});

test("a generated picture whose turn would come after the deadline fails immediately", async () => {
  const by = { deadlineAtMs: Date.now() + 5_000, signal: AbortSignal.timeout(60_000) };
  const run = vi.fn<() => Promise<string>>().mockRejectedValue(overloaded(6));
  await expect(processPainted(picture, by, run)).rejects.toMatchObject({ code: "overloaded" });
  expect(run).toHaveBeenCalledTimes(1);
});

test("an abort ends the wait for the pixel worker with its reason", async () => {
  const abort = new AbortController();
  const by = { deadlineAtMs: Date.now() + 60_000, signal: abort.signal };
  const used = processPainted(picture, by, async () => {
    abort.abort(new Error("canceled"));
    throw overloaded(30);
  });
  await expect(used).rejects.toThrow("canceled");
});
