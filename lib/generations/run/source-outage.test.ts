import { describe, expect, test } from "vitest";
import { ModelCallError, ModelUnavailableError } from "#lib/models/failure.ts";
import { ApiError, invalidParam, refusal } from "#lib/platform/errors.ts";
import { type FetchFailedError, toFetchFailure, toStatusFailure } from "#lib/safe-fetch/failure.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { useUnresolvedSource } from "#lib/testing/generations/source-outage.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";
import { because } from "../../platform/reasons.ts";
import { toPublicError } from "../kinds/modes/failure.ts";
import { retriesAfter } from "./failure.ts";

await useDatabase();
useWorkers(1);

const { names, order } = useUnresolvedSource();

test("paid work whose source temporarily does not resolve succeeds in a later attempt, and is charged once", async () => {
  names.failures = 4;
  const { row, monthly } = await order();
  expect(row).toMatchObject({ status: "succeeded", attempts: 2 });
  expect([names.asked, monthly]).toEqual([5, 6]);
});

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
