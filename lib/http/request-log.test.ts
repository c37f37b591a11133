import { expect, test } from "vitest";
import { serveFront } from "#lib/testing/raw-front.ts";
import { metrics } from "../platform/metrics.ts";
import { getRequest, noteRequest } from "../platform/requests.ts";

/** The request counts by their labels. */
async function countRequests(): Promise<Record<string, number>> {
  const { values } = await metrics().requestSeconds.get();
  const counts = values.filter(({ metricName }) => metricName?.endsWith("_count"));
  return Object.fromEntries(counts.map(({ labels, value }) => [`${labels.route} ${labels.status}`, value]));
}

test("requests are counted by the route template of their operation or area, for any path", async () => {
  const traces: unknown[] = [];
  await using front = await serveFront(async (request, response) => {
    traces.push(getRequest()?.traceparent);
    const isOperation = request.url?.startsWith("/api/v1/generations/");
    if (isOperation) noteRequest({ route: "GET /api/v1/generations/{id}" });
    response.writeHead(isOperation ? 200 : 404).end();
  });
  const url = `http://127.0.0.1:${front.port}`;
  const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  for (let index = 0; index < 20; index += 1) {
    await fetch(`${url}/api/v1/generations/gen_${index}`, { headers: { traceparent } });
    await fetch(`${url}/api/v1/nothing-${index}`, { headers: { traceparent: `00-${index}` } });
    await fetch(`${url}/some-page-${index}`);
    await fetch(`${url}/embedded/images/upload/${index}`);
  }
  await expect.poll(countRequests).toEqual({
    "GET /api/v1/generations/{id} 200": 20,
    "/api/ 404": 20,
    "page 404": 20,
    "/embedded/images/ 404": 20,
  });
  // A valid `traceparent` of the client is kept; an invalid one is ignored.
  expect(new Set(traces)).toEqual(new Set([traceparent, null]));
});
