import { expect, test, vi } from "vitest";
import { runInRequest } from "#lib/platform/requests.ts";
import { readHeavily } from "./heavy-reads.ts";

test("heavy reads are limited per account, and one whose client disconnects is rejected and gives its place back", async () => {
  const { promise: over, resolve: end } = Promise.withResolvers<string>();
  const held = Array.from({ length: 8 }, () => readHeavily("a", () => over));
  await expect(readHeavily("a", () => over)).rejects.toMatchObject({ code: "rate_limited" });
  expect(await readHeavily("b", async () => "b")).toBe("b");
  const leaves = new AbortController();
  const { signal } = leaves;
  const filled = Array.from({ length: 6 }, () => readHeavily("c", () => over));
  const read = vi.fn(() => over);
  const left = runInRequest({ route: "test", signal }, () => readHeavily("c", read));
  await expect(readHeavily("c", () => over)).rejects.toMatchObject({ code: "rate_limited" });
  leaves.abort();
  await expect(left).rejects.toMatchObject({ code: "overloaded" });
  filled.push(readHeavily("c", () => over));
  end("done");
  expect(await Promise.all([...held, ...filled])).toEqual(Array.from({ length: 15 }, () => "done"));
  expect(read).not.toHaveBeenCalled();
});
