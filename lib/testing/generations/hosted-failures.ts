import { beforeAll, expect, test } from "vitest";
import { auditCredits } from "#lib/credits/audit.ts";
import { type FailureName, failureKinds } from "#lib/models/failure.ts";
import { tried } from "../evidence/index.ts";
import { useModelsOf } from "../models/configure.ts";
import { type ProviderName, type Step, wires } from "../models/index.ts";
import { bookedCalls, creditMoves, storedFiles, useHostedPhotos } from "./hosted-photos.ts";
import { useWorkers } from "./workers.ts";

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

export interface Failure extends FailureRow {
  provider: ProviderName;
  says: string;
}

const callsOf = (outcome: FailureName) => (failureKinds[outcome].isPassing ? 3 : 1);

export function failuresOf(name: ProviderName): Failure[] {
  const refusals = wires[name].refusals.map((refused): FailureRow => {
    return { step: { refused }, outcome: "refused", calls: 1 };
  });
  const breakdowns = Object.entries(own[name]).map(([broken, outcome]): FailureRow => {
    return { step: { broken }, outcome, calls: callsOf(outcome) };
  });
  const rows = [...refusals, ...breakdowns, ...common];
  return rows.map((row) => ({ ...row, provider: name, says: JSON.stringify(row.step) }));
}

/** Tests of failures of providers, with workers in this process; in `rows` each is one failure of one provider. */
export function describeHostedFailures(rows: readonly Failure[]) {
  useWorkers(6);
  const { pauses, served, generate } = useHostedPhotos();
  let filesBefore: string[] = [];
  beforeAll(async () => {
    filesBefore = await storedFiles();
  });

  test.each(rows)(
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
  return { served, generate };
}
