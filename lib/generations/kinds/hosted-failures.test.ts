import { beforeAll, expect, test, vi } from "vitest";
import { auditCredits } from "#lib/credits/audit.ts";
import { type FailureName, failureKinds } from "#lib/models/failure.ts";
import { providerStates } from "#lib/models/index.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import {
  bookedCalls,
  creditMoves,
  storedFiles,
  useHostedPhotos,
} from "#lib/testing/generations/hosted-photos.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";
import { useModelsOf } from "#lib/testing/models/configure.ts";
import { type ProviderName, providerNames, type Step, wires } from "#lib/testing/models/index.ts";
import { deepTest, rowsOf } from "#lib/testing/trials.ts";

await useDatabase();

interface FailureRow {
  step: Step;
  outcome: FailureName | "succeeded";
  /** Number of billed calls at the provider. */
  calls: number;
}

const common: FailureRow[] = [
  { step: { limitedForSeconds: 3 }, outcome: "rate_limited", calls: 3 },
  { step: "no quota", outcome: "quota_exhausted", calls: 1 },
  { step: "failed", outcome: "provider_error", calls: 3 },
  { step: "unavailable", outcome: "provider_error", calls: 3 },
  { step: "hung up", outcome: "network", calls: 3 },
  { step: "no image", outcome: "empty", calls: 3 },
  { step: "not an image", outcome: "not_an_image", calls: 3 },
  { step: "truncated", outcome: "broken", calls: 3 },
  { step: "too large", outcome: "too_large", calls: 1 },
  { step: "bomb", outcome: "too_large", calls: 1 },
  // Its header is valid; only the pixel worker detects the damage.
  { step: "damaged", outcome: "succeeded", calls: 1 },
];

/** Provider-specific errors, besides refusals. */
const own: Record<ProviderName, Record<string, FailureName>> = {
  google: { NO_IMAGE: "empty", IMAGE_OTHER: "empty", OTHER: "empty", DEADLINE_EXCEEDED: "provider_error" },
  "openai-compatible": {
    model_loading: "provider_error",
    out_of_memory: "provider_error",
    billing_hard_limit_reached: "quota_exhausted",
  },
  fal: {
    runner_server_error: "provider_error",
    runner_disconnected: "provider_error",
    request_timeout: "provider_error",
    no_media_generated: "empty",
  },
};

interface Failure extends FailureRow {
  provider: ProviderName;
  says: string;
}

const callsOf = (outcome: FailureName) => (failureKinds[outcome].isPassing ? 3 : 1);

function failuresOf(name: ProviderName): Failure[] {
  const refusals = wires[name].refusals.map((refused): FailureRow => {
    return { step: { refused }, outcome: "refused", calls: 1 };
  });
  const breakdowns = Object.entries(own[name]).map(([broken, outcome]): FailureRow => {
    return { step: { broken }, outcome, calls: callsOf(outcome) };
  });
  const rows = [...refusals, ...breakdowns, ...common];
  return rows.map((row) => ({ ...row, provider: name, says: JSON.stringify(row.step) }));
}

/** One failure of each provider: a refusal, a limit after which the call is repeated, a picture that is damaged. */
const few = (["refused", "rate_limited", "succeeded"] as const).flatMap((outcome, at) => {
  const failures = failuresOf(providerNames[at] ?? "google");
  return failures.filter((row) => row.outcome === outcome).slice(0, 1);
});

useWorkers(6);
const { pauses, served, generate } = useHostedPhotos();
let filesBefore: string[] = [];
beforeAll(async () => {
  filesBefore = await storedFiles();
});

test.each(rowsOf(providerNames.flatMap(failuresOf), few))(
  "$provider $says: 502, credits refunded before the response, $calls calls recorded as $outcome, no file left",
  async ({ provider: name, step, outcome, calls }) => {
    tried("failed-work");
    tried("hosted-failures");
    const server = served(name);
    server.play(step);
    useModelsOf([server]);
    const { status, body, headers, credits, id, userId, row } = await generate();
    expect([status, body.error.code]).toEqual([502, "generation_failed"]);
    expect(body.error.fix).toContain("credits were refunded");
    if (outcome === "refused") expect(body.error.message).toContain("refused");
    expect(credits).toEqual([1, 2]);
    expect(headers.get("x-credits-charged")).toBe("0");
    expect(server.paid()).toHaveLength(calls);
    const booked = await bookedCalls(id, calls);
    const model = server.env.IMAGE_MODEL?.slice(name.length + 1);
    expect(booked).toHaveLength(calls);
    for (const call of booked)
      expect(call).toMatchObject({ provider: name, model, mode: "scene", style: "studio", outcome });
    if (outcome === "rate_limited") expect(pauses.every((ms) => ms >= 3000)).toBe(true);
    expect(row).toMatchObject({ status: "failed", credits_used: 0, result_url: null, model: null });
    expect(row.error_message).toBe(body.error.message);
    expect(await creditMoves(userId, id)).toEqual(["charge", "refund"]);
    expect(await storedFiles()).toEqual(filesBefore);
  },
);

test("ledger and balances agree", async () => {
  expect((await auditCredits()).findings).toEqual([]);
});

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

/** Leaves a model a few seconds, after the reserve for the rest of a photo. */
const passedMs = 38_000;

deepTest(
  "a response that drips past the deadline: 502 in time, credits refunded, one call recorded as timed out",
  async () => {
    const calls = [];
    for (const name of providerNames) {
      const server = served(name);
      server.play("drip");
      useModelsOf([server]);
      calls.push(generate({ passedMs }));
      await vi.waitUntil(() => server.paid().length === 1, { timeout: 10_000 });
    }
    for (const [at, { status, body, credits, id, userId }] of (await Promise.all(calls)).entries()) {
      tried("hosted-failures");
      expect([status, body.error.code]).toEqual([502, "generation_failed"]);
      expect(credits).toEqual([1, 2]);
      expect(await bookedCalls(id, 1)).toMatchObject([{ provider: providerNames[at], outcome: "timed_out" }]);
      expect(await creditMoves(userId, id)).toEqual(["charge", "refund"]);
    }
  },
);

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
