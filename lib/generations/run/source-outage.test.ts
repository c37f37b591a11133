import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { auditCredits } from "#lib/credits/audit.ts";
import { db } from "#lib/db/index.ts";
import { loadInTime } from "#lib/images/source.ts";
import { ModelCallError, ModelUnavailableError } from "#lib/models/failure.ts";
import { ApiError, invalidParam, refusal } from "#lib/platform/errors.ts";
import { type FetchFailedError, toFetchFailure, toStatusFailure } from "#lib/safe-fetch/failure.ts";
import { SafeFetcher, safeFetcher } from "#lib/safe-fetch/fetcher.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { callPaid, paidEndpoint } from "#lib/testing/generations/paid-endpoint.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";
import { productPicture } from "#lib/testing/pictures.ts";
import { endWaits } from "#lib/testing/queue/waits.ts";
import { deepTest } from "#lib/testing/trials.ts";
import { because } from "../../platform/reasons.ts";
import { toPublicError } from "../kinds/modes/failure.ts";
import { retriesAfter } from "./failure.ts";

await useDatabase();
useWorkers(1);

const made = { url: "https://example.com/made.jpg", publicId: null };

/** Of a picture server whose name does not resolve at first: `failures`: upcoming failures of the resolver; `asked`: its calls in this test. */
const names = { failures: 0, asked: 0 };
let server: Server;
let imageUrl: string;
let fetchImageTo: SafeFetcher["fetchImageTo"];

beforeAll(async () => {
  const picture = await productPicture("jpeg", 240);
  server = createServer((_request, response) => response.end(picture));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  imageUrl = `http://pictures.example:${port}/mug.jpg`;
  const fetcher = new SafeFetcher({
    allowedTargets: new Set([`127.0.0.1:${port}`]),
    async resolve() {
      names.asked += 1;
      names.failures -= 1;
      if (names.failures >= 0) throw Object.assign(new Error("getaddrinfo EAI_AGAIN"), { code: "EAI_AGAIN" });
      return [{ address: "127.0.0.1", family: 4 }];
    },
  });
  fetchImageTo = (...args) => fetcher.fetchImageTo(...args);
});
beforeEach(() => {
  names.asked = 0;
  vi.spyOn(safeFetcher, "fetchImageTo").mockImplementation((...args) => fetchImageTo(...args));
});
afterAll(() => server.close());

/** Orders work whose picture is loaded by the worker; returns it when it has ended. */
async function order() {
  const { key, userId } = await makeAccount({ monthly: 9 });
  const handler = paidEndpoint(3, async (url) => {
    await (await loadInTime(url, userId)).dispose();
    return made;
  });
  const call = { key, json: { say: imageUrl }, headers: { prefer: "respond-async" } };
  const { body } = await callPaid(handler, call);
  const find = () => db().generation.findUniqueOrThrow({ where: { id: body.id } });
  await vi.waitUntil(
    async () => {
      await endWaits("work");
      return (await find()).finishedAt !== null;
    },
    { timeout: 40_000 },
  );
  const { monthly } = await db().balance.findUniqueOrThrow({ where: { userId } });
  return { row: await find(), monthly };
}

test("paid work whose source temporarily does not resolve succeeds in a later attempt, and is charged once", async () => {
  names.failures = 4;
  const { row, monthly } = await order();
  expect(row).toMatchObject({ status: "succeeded", attempts: 2 });
  expect([names.asked, monthly]).toEqual([5, 6]);
});

deepTest(
  "paid work whose source never resolves is refunded after the last attempt, with the cause",
  async () => {
    names.failures = Number.POSITIVE_INFINITY;
    const { row, monthly } = await order();
    expect(row).toMatchObject({ status: "failed", attempts: 6, errorCode: "generation_failed" });
    expect(row.errorMessage).toContain("host name could not be resolved");
    expect(monthly).toBe(9);
    expect((await auditCredits()).findings).toEqual([]);
  },
);

describe("the number of retries after a fault", () => {
  const fault = (code: string) => toFetchFailure(Object.assign(new Error(code), { code }));
  /** As a picture that cannot be loaded fails. */
  const source = (cause: FetchFailedError) =>
    cause.isTemporary
      ? refusal(because("picture_host_away", { problem: cause.message }), { cause })
      : invalidParam("image_url", cause.message, cause);
  const unavailable = (...kinds: ConstructorParameters<typeof ModelCallError>[0][]) =>
    toPublicError(
      new ModelUnavailableError(because("models_too_slow"), {
        retryable: true,
        failures: kinds.map((kind) => new ModelCallError(kind)),
      }),
    );

  test.each<[string, unknown, number, number]>([
    ["a name that does not resolve now", source(fault("EAI_AGAIN")), 2, 5],
    ["a name that does not exist", source(fault("ENOTFOUND")), 2, 5],
    ["a refused connection", source(fault("ECONNREFUSED")), 2, 5],
    ["a connection that broke off", source(fault("ECONNRESET")), 2, 5],
    ["no route", source(fault("EHOSTUNREACH")), 2, 5],
    ["a slow server", source(fault("ETIMEDOUT")), 2, 2],
    ["a certificate that is not good", source(fault("CERT_HAS_EXPIRED")), 0, 0],
    ["a server that is down", source(toStatusFailure(503)), 2, 5],
    ["a picture that is not there", source(toStatusFailure(404)), 0, 0],
    ["a background whose source is away", invalidParam("background", "x", source(fault("EAI_AGAIN"))), 2, 5],
    ["a caller's own fault", invalidParam("image_url", "not a picture"), 0, 0],
    ["too much going on", new ApiError("overloaded", "x"), 2, 2],
    ["too many loads of one account", new ApiError("rate_limited", "x"), 2, 2],
    ["a provider that is away", unavailable("network", "circuit_open"), 0, 5],
    ["a provider that has too much to do", unavailable("rate_limited"), 0, 5],
    ["a model that may have painted", unavailable("timed_out"), 0, 0],
    ["a wrong key of a provider", unavailable("misconfigured"), 0, 0],
  ])("%s: with and without a waiting call", (_name, error, awaited, unattended) => {
    expect(retriesAfter(error, { isAwaited: true })).toBe(awaited);
    expect(retriesAfter(error, { isAwaited: false })).toBe(unattended);
  });
});
