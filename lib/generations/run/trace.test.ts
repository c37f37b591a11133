import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { deepTest } from "#lib/testing/trials.ts";
import { runNode } from "../../../scripts/parts/child.ts";
import { db } from "../../db/index.ts";
import { sendAnswer } from "../../http/response.ts";
import { modelFetch } from "../../models/model-fetch.ts";
import { env } from "../../platform/env.ts";
import { flushSpans, useTracer } from "../../platform/tracing.ts";
import { makeAccount } from "../../testing/accounts.ts";
import { startCollector } from "../../testing/collector.ts";
import { useDatabase } from "../../testing/database.ts";
import { callPaid, paidEndpoint } from "../../testing/generations/paid-endpoint.ts";
import { useWorkers } from "../../testing/generations/workers.ts";
import { serveFront } from "../../testing/raw-front.ts";
import { startReceiver } from "../../testing/webhooks/receiver.ts";
import { createVerifiedEndpoint } from "../../testing/webhooks/verified.ts";
import { attemptDelivery } from "../../webhooks/attempt.ts";
import { photoMaker } from "../kinds/make-photo.ts";

await useDatabase();
useWorkers(2);

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const outcome = { url: "https://example.com/made.jpg", publicId: null };
const receiver = await startReceiver();
const collector = await startCollector();
afterEach(() => useTracer(null));
afterAll(() => {
  receiver.close();
  collector.close();
});

/**
 * A call over HTTP with its caller's trace context; a worker makes the work by calling a model, and a webhook reports
 * it.
 */
async function callWithTrace(parentId: string) {
  const { key, userId } = await makeAccount({ monthly: 40 });
  const path = `/hook-${parentId}`;
  await createVerifiedEndpoint({ url: receiver.url(path), events: ["generation.succeeded"] }, { userId });
  const asked: unknown[] = [];
  const model = createServer((request, response) => {
    asked.push(request.headers.traceparent);
    response.end("{}");
  }).listen(0, "127.0.0.1");
  await once(model, "listening");
  const modelUrl = `http://127.0.0.1:${(model.address() as AddressInfo).port}`;
  const handler = paidEndpoint(4, async () => outcome);
  vi.spyOn(photoMaker, "make").mockImplementation(async (_work, { report }) => {
    report("photo");
    await modelFetch({ baseUrl: modelUrl })(modelUrl, { method: "POST", body: "{}" });
    report("storing");
    return outcome;
  });
  await using front = await serveFront(async (_request, response) => {
    const { status, body } = await callPaid(handler, { key, json: { say: "" } });
    await sendAnswer(response, Response.json(body, { status }));
  });
  const url = `http://127.0.0.1:${front.port}/api/v1/paid`;
  const answer = await fetch(url, { headers: { traceparent: `00-${traceId}-${parentId}-01` } });
  expect(answer.status).toBe(200);
  model.close();
  const find = () =>
    db().webhookDelivery.findFirst({ where: { userId, event: { type: "generation.succeeded" } } });
  await expect.poll(find).not.toBeNull();
  await attemptDelivery({ deliveryId: (await find())?.id ?? "", attemptsMade: 0 });
  return { asked, told: receiver.at(path).map(({ headers }) => headers.traceparent) };
}

test("one trace connects a request, its job, the job's stages and the webhook", async () => {
  Object.assign(env(), { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: "photos-test" });
  (await import("../../platform/otel.ts")).startTracing();
  const { asked, told } = await callWithTrace("00f067aa0ba902b7");
  await flushSpans();
  const spanOf = (name: string) => {
    const spans = collector.spans.filter((span) => span.name === name);
    expect([name, spans.length]).toEqual([name, 1]);
    const [span] = spans;
    if (!span) throw new Error(`no span ${name}`);
    return span;
  };
  const [request, job] = [spanOf("POST /api/v1/paid"), spanOf("job generate")];
  const webhook = spanOf("webhook generation.succeeded");
  expect(new Set(collector.spans.map((span) => `${span.service} ${span.traceId} ${span.error}`))).toEqual(
    new Set([`photos-test ${traceId} null`]),
  );
  expect(request.parentId).toBe("00f067aa0ba902b7");
  expect(request.attributes).toMatchObject({ "http.response.status_code": 200 });
  expect(job.parentId).toBe(request.spanId);
  for (const stage of ["loading", "photo", "storing"]) expect(spanOf(stage).parentId).toBe(job.spanId);
  expect(webhook.parentId).toBe(job.spanId);
  expect(told).toEqual([`00-${traceId}-${webhook.spanId}-01`]);
  expect(asked).toEqual([`00-${traceId}-${job.spanId}-01`]);
});

test("without a collector the caller's trace context is passed on unchanged", async () => {
  const traceparent = `00-${traceId}-1111111111111111-01`;
  expect(await callWithTrace("1111111111111111")).toEqual({ asked: [traceparent], told: [traceparent] });
});

deepTest("without a configured collector no OpenTelemetry SDK or exporter is loaded", async () => {
  const program = `
    await Promise.all([import("#lib/background.ts"), import("#lib/http/probes.ts")]);
    const { createRequire } = await import("node:module");
    console.log(Object.keys(createRequire(import.meta.url).cache).filter((file) => /opentelemetry.(sdk|exporter|otlp)/.test(file)));
    process.exit(0);`;
  const { output } = await runNode(["--input-type=module", "-e", program]);
  expect(output.trim()).toBe("[]");
});
