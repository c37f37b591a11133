import { expect, test } from "vitest";
import { runCall, sharesOf } from "#lib/platform/calls.ts";
import { env } from "#lib/platform/env.ts";
import { borrowSource } from "./preview-sources.ts";

const { atOncePerCaller } = sharesOf(env().DATABASE_POOL_SIZE);
/** A private address, which is never fetched. */
const url = "http://10.0.0.1/mug.jpg";

test("more previews of one picture at once than an account has slots all end", async () => {
  const { signal } = new AbortController();
  const previews = Array.from({ length: 3 * atOncePerCaller }, () =>
    runCall("a", () => borrowSource(url, { caller: "a", signal })),
  );
  const outcomes = await Promise.allSettled(previews);
  expect(outcomes.map(({ status }) => status)).toEqual(previews.map(() => "rejected"));
  for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { code: "invalid_params" } });
});

test("a preview whose client is gone does not fail those that wait for the same picture", async () => {
  const gone = new AbortController();
  const first = borrowSource(url, { caller: "b", signal: gone.signal });
  const second = borrowSource(url, { caller: "b", signal: new AbortController().signal });
  gone.abort(new Error("its client is gone"));
  await expect(first).rejects.toThrow("its client is gone");
  await expect(second).rejects.toMatchObject({ code: "invalid_params" });
});
