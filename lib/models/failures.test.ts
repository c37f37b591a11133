import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type ProviderName,
  providerNames,
  type ServedProvider,
  type Step,
  serveProvider,
  wires,
} from "#lib/testing/models/index.ts";
import { askScene, painterAt, testClock } from "#lib/testing/models/painter.ts";
import { rowsOf } from "#lib/testing/trials.ts";
import type { FailureName } from "./failure.ts";
import { ModelRefusedError, ModelUnavailableError } from "./failure.ts";

/** OpenAI's own models reply with errors of their own. */
const openaiModel = "gpt-image-1.5";
const models: [ProviderName, string][] = [
  ...providerNames.map((name): [ProviderName, string] => [name, wires[name].model]),
  ["openai-compatible", openaiModel],
];
const firsts = models.filter(([name, model]) => name !== "openai-compatible" || model === openaiModel);
const servers = new Map<string, ServedProvider>();

beforeAll(async () => {
  for (const [name, model] of models) servers.set(model, await serveProvider(name, { model }));
});
afterAll(() => {
  for (const server of servers.values()) server.close();
});

/** The outcome of a picture, and of each call it took. */
async function paint(model: string, scenario: Step | Step[], deadlineMs = 20_000) {
  const server = servers.get(model);
  if (!server) throw new Error(`${model} is not served`);
  server.play(scenario);
  const clock = testClock();
  const { request, calls } = askScene({ deadlineAtMs: clock.now() + deadlineMs });
  const painter = painterAt([server], { clock, shortestMs: 50 });
  const result = await painter.paint(request).then(
    (painted) => painted,
    (error: unknown) => error,
  );
  const outcomes = calls.map(({ outcome }) => outcome);
  return { result, outcomes, calls, paid: server.paid().length, slept: clock.slept };
}

describe.each(rowsOf(models, firsts))("%s/%s", (name, model) => {
  test.each(wires[name].refusals)(
    "%s is a refusal: requested once, free, and with the reason model_refused",
    async (refused) => {
      const { result, outcomes, calls, paid } = await paint(model, [{ refused }, "picture"]);
      expect(result).toBeInstanceOf(ModelRefusedError);
      expect(result).toMatchObject({ reason: "model_refused" });
      expect(outcomes).toEqual(["refused"]);
      expect(calls[0]?.costMicros).toBe(0);
      expect(paid).toBe(1);
    },
  );

  test.each<[Step, FailureName]>([
    ["failed", "provider_error"],
    ["unavailable", "provider_error"],
    ["no image", "empty"],
    ["truncated", "broken"],
    ["not an image", "not_an_image"],
    ["hung up", "network"],
  ])("%s twice is retried after increasing pauses, then succeeds", async (step, kind) => {
    const { result, outcomes, paid, slept } = await paint(model, [step, step, "picture"]);
    expect(result).toMatchObject({ bytes: expect.any(Uint8Array) });
    expect(outcomes).toEqual([kind, kind, "succeeded"]);
    expect(paid).toBe(3);
    expect(slept).toEqual([500, 1000]);
  });

  const final: [Step, FailureName][] = [
    ["no quota", "quota_exhausted"],
    ["bomb", "too_large"],
    ["too large", "too_large"],
  ];
  test.each(rowsOf(final, final.slice(0, 2)))("%s is not retried", async (step, kind) => {
    const { result, outcomes, paid } = await paint(model, [step, "picture"]);
    expect(result).toBeInstanceOf(ModelUnavailableError);
    expect(outcomes).toEqual([kind]);
    expect(paid).toBe(1);
  });

  test("a requested delay is waited for exactly when there is time", async () => {
    const { result, outcomes, slept } = await paint(model, [{ limitedForSeconds: 7 }, "picture"]);
    expect(result).toMatchObject({ bytes: expect.any(Uint8Array) });
    expect(outcomes).toEqual(["rate_limited", "succeeded"]);
    expect(slept).toEqual([7000]);
  });

  test("a requested delay that is longer than the time left is not waited for", async () => {
    const { result, outcomes, paid, slept } = await paint(model, [{ limitedForSeconds: 21 }, "picture"]);
    expect(result).toMatchObject({ name: "ModelUnavailableError", retryable: true });
    expect([outcomes, paid, slept]).toEqual([["rate_limited"], 1, []]);
  });

  test.each(wires[name].breakdowns)("%s is never classified as a refusal", async (broken) => {
    const { result, outcomes, paid } = await paint(model, { broken });
    expect(result).toBeInstanceOf(ModelUnavailableError);
    expect(new Set(outcomes).size).toBe(1);
    expect(outcomes[0]).toMatch(/^(provider_error|empty|broken|quota_exhausted)$/);
    expect(paid).toBe(outcomes.length);
  });

  test("a response that is too slow is aborted at the deadline", async () => {
    const { result, outcomes, paid } = await paint(model, "drip", 400);
    expect(result).toBeInstanceOf(ModelUnavailableError);
    expect([outcomes, paid]).toEqual([["timed_out"], 1]);
  });

  test("a wrong key is a configuration error: requested once, and not retryable", async () => {
    const server = servers.get(model);
    if (!server) throw new Error(`${model} is not served`);
    server.play("picture");
    const keyName = Object.keys(server.env).find((one) => /KEY/.test(one)) ?? "";
    const painter = painterAt([{ env: { ...server.env, [keyName]: "wrong" } }]);
    const { request, calls } = askScene();
    const error = await painter.paint(request).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: "ModelUnavailableError", retryable: false });
    expect(calls).toMatchObject([{ outcome: "misconfigured", costMicros: 0 }]);
    expect(server.calls).toHaveLength(1);
  });

  test("errors contain neither the key nor the prompt", async () => {
    const server = servers.get(model);
    for (const step of [
      "failed",
      "truncated",
      "no image",
      { refused: wires[name].refusals[0] ?? "" },
    ] as const) {
      const { result } = await paint(model, step, 300);
      const printed = JSON.stringify(result, (key, value) =>
        value instanceof Error ? { ...value, key } : value,
      );
      const seen = `${printed} ${String(result)} ${result instanceof Error ? String(result.cause) : ""}`;
      for (const [variable, value] of Object.entries(server?.env ?? {})) {
        if (/KEY/.test(variable)) expect(seen).not.toContain(value);
      }
      expect(seen).not.toContain("oak table");
    }
  });
});
