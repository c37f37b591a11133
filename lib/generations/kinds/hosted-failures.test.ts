import { expect, test } from "vitest";
import { providerStates } from "#lib/models/index.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { describeHostedFailures, failuresOf } from "#lib/testing/generations/hosted-failures.ts";
import { bookedCalls } from "#lib/testing/generations/hosted-photos.ts";
import { useModelsOf } from "#lib/testing/models/configure.ts";
import { providerNames } from "#lib/testing/models/index.ts";
import { rowsOf } from "#lib/testing/trials.ts";

await useDatabase();

/** One failure of each provider: a refusal, a limit after which the call is repeated, a picture that is damaged. */
const rows = (["refused", "rate_limited", "succeeded"] as const).flatMap((outcome, at) => {
  const failures = failuresOf(providerNames[at] ?? "google");
  return failures.filter((row) => row.outcome === outcome).slice(0, 1);
});
const { served, generate } = describeHostedFailures(rows);

test("a wrong API key of the operator: 502, credits refunded, one call recorded as misconfigured, no retry", async () => {
  for (const name of rowsOf(providerNames, providerNames.slice(0, 1))) {
    tried("hosted-failures");
    const server = served(name);
    server.play("picture");
    const [key = ""] = Object.keys(server.env).filter((one) => /_(KEY|TOKEN)$/.test(one));
    useModelsOf([server], { [key]: "wrong" });
    const { status, credits, id } = await generate();
    expect(status).toBe(502);
    expect(credits).toEqual([1, 2]);
    expect(server.calls).toHaveLength(1);
    expect(await bookedCalls(id, 1)).toMatchObject([{ outcome: "misconfigured", costMicros: 0 }]);
  }
});

test("a provider that failed five times in a row is not called, and credits are still refunded", async () => {
  const server = served("google");
  server.play("failed");
  useModelsOf([server]);
  for (const calls of [3, 5, 5]) {
    tried("hosted-failures");
    const { status, body, credits } = await generate();
    expect([status, body.error.code]).toEqual([502, "generation_failed"]);
    expect(credits).toEqual([1, 2]);
    expect(server.paid()).toHaveLength(calls);
  }
  expect(providerStates()).toMatchObject({ google: { state: "open" } });
});
