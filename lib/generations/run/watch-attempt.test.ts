import { beforeEach, expect, test, vi } from "vitest";
import { db } from "#lib/db/index.ts";
import { ImageHostError } from "#lib/images/host.ts";
import { GenerationError } from "#lib/imaging/generator.ts";
import { newId } from "#lib/platform/ids.ts";
import { log } from "#lib/platform/log.ts";
import { metrics } from "#lib/platform/metrics.ts";
import { bootId } from "#lib/platform/process.ts";
import { runInRequest } from "#lib/platform/requests.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { callPaid, paidEndpoint } from "../../testing/generations/paid-endpoint.ts";
import { useWorkers } from "../../testing/generations/workers.ts";
import { photoMaker } from "../kinds/make-photo.ts";

await useDatabase();
useWorkers(2);
// The counters are per process, and each test expects its own credits and attempts.
beforeEach(() => metrics().registry.resetMetrics());

const outcome = { url: "https://example.com/made.jpg", publicId: null };

/** Collects log lines about jobs. */
function watchLines() {
  const logged = vi.spyOn(log, "info");
  return () => logged.mock.calls.flatMap(([line, text]: unknown[]) => (text === "job" ? [line] : []));
}

const count = async (series: string) =>
  (await metrics().registry.metrics())
    .split("\n")
    .find((line) => line.startsWith(`photos_${series} `))
    ?.split(" ")
    .at(-1);

test("an attempt is logged in one line with its work, request, stages, outcome and worker", async () => {
  const lines = watchLines();
  const { key, userId } = await makeAccount({ monthly: 8 });
  const handler = paidEndpoint(4, async () => outcome);
  vi.spyOn(photoMaker, "make").mockImplementation(async (_work, { report }) => {
    report("cutout");
    report("photo");
    report("storing");
    return outcome;
  });
  const request = newId("req");
  const answer = await runInRequest({ id: request, route: "/api/v1/paid" }, () =>
    callPaid(handler, { key, json: { say: "" } }),
  );
  expect(answer.status).toBe(200);
  const id = answer.headers.get("x-generation-id");
  await expect.poll(lines).toEqual([
    {
      id,
      batch: undefined,
      request,
      operation: "generate",
      attempt: 1,
      outcome: "succeeded",
      ms: expect.any(Number),
      stages: {
        loading: expect.any(Number),
        cutout: expect.any(Number),
        photo: expect.any(Number),
        storing: expect.any(Number),
      },
      waitedMs: expect.any(Number),
      worker: bootId(),
    },
  ]);
  expect(await db().generation.findUnique({ where: { id: String(id) } })).toMatchObject({
    requestId: request,
  });
  // Written after the answer.
  const event = () => db().webhookEvent.findFirst({ where: { userId, type: "generation.succeeded" } });
  await expect.poll(async () => (await event())?.data).toMatchObject({ id, request_id: request });
  await expect
    .poll(() => count('job_duration_seconds_count{operation="generate",outcome="succeeded"}'))
    .toBe("1");
  await expect
    .poll(() =>
      count('job_stage_duration_seconds_count{operation="generate",stage="storing",outcome="succeeded"}'),
    )
    .toBe("1");
  await expect.poll(() => count('credits_total{kind="charge"}')).toBe("4");
});

test("each attempt has its own line with its outcome", async () => {
  const lines = watchLines();
  const { key } = await makeAccount({ monthly: 8 });
  let attempts = 0;
  const handler = paidEndpoint(4, async () => {
    attempts += 1;
    if (attempts === 1) throw new ImageHostError("status 503", { retryable: true, status: 503 });
    throw new GenerationError("status 400: safety");
  });
  await callPaid(handler, { key, json: { say: "" } });
  await expect.poll(lines).toMatchObject([
    { attempt: 1, outcome: "retried" },
    { attempt: 2, outcome: "failed" },
  ]);
  await expect.poll(() => count('credits_total{kind="refund"}')).toBe("4");
});
