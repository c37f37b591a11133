// Guards the metrics of bucket calls, by outcome and reachability.
import { expect, test } from "vitest";
import { imageFiles } from "#lib/images/embedded/folder.ts";
import { env } from "#lib/platform/env.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { startBucket } from "#lib/testing/storage/bucket.ts";
import { directHeader } from "./direct.ts";
import { answerMetrics } from "./metrics.ts";

await useDatabase();

async function readMetrics(): Promise<string> {
  const headers = { "x-forwarded-for": "127.0.0.1", [directHeader]: "1" };
  const answer = await answerMetrics(new Request("http://localhost:3000/api/metrics", { headers }));
  return await answer.text();
}

const callsOf = (text: string, operation: string, outcome: string) =>
  Number(
    new RegExp(`photos_bucket_calls_total{operation="${operation}",outcome="${outcome}"} (\\d+)`).exec(
      text,
    )?.[1] ?? 0,
  );

test("metrics report bucket calls by outcome and whether the bucket is reachable, and nothing without one", async () => {
  const without = await readMetrics();
  expect(without).not.toMatch(/^photos_bucket_(reachable|calls_total) /m);

  using bucket = await startBucket();
  Object.assign(env(), { STORAGE_URL: bucket.url });
  const files = imageFiles();
  await files.write("assets/counted/here", "here");
  expect((await files.read("assets/counted/here"))?.toString()).toBe("here");
  expect(await files.read("assets/counted/nowhere")).toBeNull();
  const well = await readMetrics();
  expect(well).toMatch(/^photos_bucket_reachable 1$/m);
  // Includes the calls that read and write the bucket's owner record.
  expect(callsOf(well, "store", "answered")).toBeGreaterThanOrEqual(2);
  expect(callsOf(well, "read", "answered")).toBeGreaterThanOrEqual(3);
  expect(well).toMatch(
    /^photos_bucket_call_duration_seconds_count{operation="store",outcome="answered"} [1-9]/m,
  );

  bucket.proxy.setAway("closed");
  await expect.poll(readMetrics).toMatch(/^photos_bucket_reachable 0$/m);
  await expect
    .poll(async () => {
      await files.read("assets/counted/here").catch(() => null);
      const text = await readMetrics();
      return callsOf(text, "read", "away") > 0 && callsOf(text, "read", "not_sent") > 0;
    })
    .toBe(true);
  // Metrics never contain the bucket's credentials.
  expect(await readMetrics()).not.toContain(new URL(bucket.url).password);
});
