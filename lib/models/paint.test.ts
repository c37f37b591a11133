import { afterEach, describe, expect, test, vi } from "vitest";
import { type ServedProvider, type ServeOptions, serveProvider } from "#lib/testing/models/index.ts";
import { askScene, painterAt, testClock } from "#lib/testing/models/painter.ts";
import { ModelRefusedError, ModelUnavailableError } from "./failure.ts";

let servers: ServedProvider[] = [];
afterEach(() => {
  for (const server of servers) server.close();
  servers = [];
});

async function serve(...args: Parameters<typeof serveProvider>): Promise<ServedProvider> {
  const server = await serveProvider(...args);
  servers.push(server);
  return server;
}

const both = async (first: ServeOptions["scenario"], second: ServeOptions["scenario"]) =>
  [await serve("google", { scenario: first }), await serve("fal", { scenario: second })] as const;

const image = { bytes: new Uint8Array() };

describe("a list of models", () => {
  test("does not call the second model when the first succeeds", async () => {
    const [first, second] = await both("picture", "picture");
    const { request } = askScene();
    expect((await painterAt([first, second]).paint(request)).model).toBe("google/gemini-3-pro-image-preview");
    expect([first.paid().length, second.calls.length]).toEqual([1, 0]);
  });

  test("calls the next model after the first has failed, and reports which one succeeded", async () => {
    const [first, second] = await both("failed", "picture");
    const clock = testClock();
    const { request, calls } = askScene({ deadlineAtMs: clock.now() + 10_000 });
    const painted = await painterAt([first, second], { clock }).paint(request);
    expect(painted.model).toBe("fal/fal-ai/flux-2");
    expect(calls.map(({ provider, outcome }) => [provider, outcome])).toEqual([
      ["google", "provider_error"],
      ["google", "provider_error"],
      ["google", "provider_error"],
      ["fal", "succeeded"],
    ]);
  });

  test("calls no other model after a refusal", async () => {
    const [first, second] = await both({ refused: "IMAGE_SAFETY" }, "picture");
    const { request, calls } = askScene();
    await expect(painterAt([first, second]).paint(request)).rejects.toBeInstanceOf(ModelRefusedError);
    expect([calls.length, second.calls.length]).toEqual([1, 0]);
  });

  test("leaves time for the next model when one never responds", async () => {
    const [first, second] = await both("drip", "picture");
    const clock = testClock();
    const { request, calls } = askScene({ deadlineAtMs: clock.now() + 5_000 });
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const limitsMs: number[] = [];
    vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
      limitsMs.push(ms);
      if (limitsMs.length > 1) return timeout(60_000);
      // The time of the first model passes in a moment.
      clock.pass(ms);
      return timeout(50);
    });
    await painterAt([first, second], { clock }).paint(request);
    expect(calls.map(({ outcome }) => outcome)).toEqual(["timed_out", "succeeded"]);
    expect(limitsMs).toEqual([3_000, 2_000]);
  });

  test("calls the next model without waiting for a delay above the first one's share of the time", async () => {
    const [first, second] = await both({ limitedForSeconds: 7 }, "picture");
    const clock = testClock();
    const { request, calls } = askScene({ deadlineAtMs: clock.now() + 10_000 });
    await painterAt([first, second], { clock }).paint(request);
    expect(calls.map(({ outcome }) => outcome)).toEqual(["rate_limited", "succeeded"]);
    expect(clock.slept).toEqual([]);
  });

  test("fails with a retryable error when all models fail", async () => {
    const [first, second] = await both("no quota", "no quota");
    const { request, calls } = askScene();
    const error = await painterAt([first, second])
      .paint(request)
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ModelUnavailableError);
    expect(error).toMatchObject({ retryable: true });
    expect(calls).toHaveLength(2);
  });

  test("calls only models that edit for an edit", async () => {
    const painter = await serve("fal", { model: "fal-ai/flux-pro/v1.1-ultra" });
    const { request } = askScene({ mode: "edit", image });
    await expect(painterAt([painter]).paint(request)).rejects.toMatchObject({ retryable: false });
    expect(painter.calls).toEqual([]);
  });

  test("calls no model when no time is left", async () => {
    const server = await serve("google");
    const { request } = askScene({ deadlineAtMs: Date.now() + 1_000 });
    await expect(painterAt([server]).paint(request)).rejects.toBeInstanceOf(ModelUnavailableError);
    expect(server.calls).toEqual([]);
  });
});

describe("the circuit breaker", () => {
  const state = (painter: ReturnType<typeof painterAt>) => painter.states().google?.state;

  test("opens after five failures in a row, allows one trial call, and closes when that succeeds", async () => {
    const server = await serve("google", { scenario: "failed" });
    const clock = testClock();
    const painter = painterAt([server], { clock });
    const paint = () => {
      const asked = askScene({ deadlineAtMs: clock.now() + 10_000 });
      return painter.paint(asked.request).catch(() => asked.calls.length);
    };
    expect([await paint(), state(painter)]).toEqual([3, "closed"]);
    expect([await paint(), state(painter)]).toEqual([2, "open"]);
    expect([await paint(), server.paid().length]).toEqual([0, 5]);
    clock.pass(15_000);
    expect(state(painter)).toBe("half_open");
    expect([await paint(), state(painter)]).toEqual([1, "open"]);
    clock.pass(15_000);
    expect([await paint(), server.paid().length]).toEqual([0, 6]);
    server.play("picture");
    clock.pass(15_000);
    const found = await Promise.all([paint(), paint(), paint()]);
    expect(found.filter((one) => typeof one === "object")).toHaveLength(1);
    expect([server.paid().length, state(painter)]).toEqual([1, "closed"]);
    expect(await Promise.all([paint(), paint()])).toHaveLength(2);
    expect(server.paid()).toHaveLength(3);
  });

  test("never opens on refusals, empty responses and rate limits", async () => {
    const steps = [{ refused: "SAFETY" }, "no image", { limitedForSeconds: 1 }] as const;
    const server = await serve("google");
    const clock = testClock();
    const painter = painterAt([server], { clock });
    for (const step of [...steps, ...steps, ...steps]) {
      server.play(step);
      const { request } = askScene({ deadlineAtMs: clock.now() + 10_000 });
      await painter.paint(request).catch(() => undefined);
    }
    expect(painter.states()).toEqual({ google: { state: "closed", failures: 0, retryAtMs: null } });
  });

  test("sends the work to the next model without a call while it is open", async () => {
    const [first, second] = await both("failed", "picture");
    const clock = testClock();
    const painter = painterAt([first, second], { clock });
    const calls: string[] = [];
    for (let photo = 0; photo < 4; photo += 1) {
      const asked = askScene({ deadlineAtMs: clock.now() + 10_000 });
      await painter.paint(asked.request);
      calls.push(asked.calls.map(({ outcome }) => outcome).join(" "));
    }
    const failure = "provider_error";
    expect(calls).toEqual([
      `${failure} ${failure} ${failure} succeeded`,
      `${failure} ${failure} succeeded`,
      "succeeded",
      "succeeded",
    ]);
  });
});

test("concurrent calls to a provider are limited, and a call that waits past its deadline fails", async () => {
  let running = 0;
  let most = 0;
  const gate = Promise.withResolvers<void>();
  const full = Promise.withResolvers<void>();
  const server = await serve("openai-compatible", {
    picture: async () => {
      running += 1;
      most = Math.max(most, running);
      if (running === 2) full.resolve();
      await gate.promise;
      running -= 1;
      return Buffer.from(tinyPng, "base64");
    },
  });
  const painter = painterAt([server], { callsAtOnce: 2, shortestMs: 10 });
  const photos = Array.from({ length: 5 }, () => painter.paint(askScene().request));
  await full.promise;
  const late = askScene({ deadlineAtMs: Date.now() + 200 });
  await expect(painter.paint(late.request)).rejects.toBeInstanceOf(ModelUnavailableError);
  expect(late.calls).toEqual([]);
  expect(running).toBe(2);
  gate.resolve();
  await Promise.all(photos);
  expect([most, server.paid().length]).toEqual([2, 5]);
});

const tinyPng =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

test("an abort during a call or a pause rejects with the caller's reason, and the call is recorded", async () => {
  const server = await serve("google", { scenario: "drip" });
  const reason = new Error("nobody waits");
  const during = new AbortController();
  const dripping = askScene({ signal: during.signal });
  const painting = painterAt([server]).paint(dripping.request);
  const began = async () => {
    while (server.paid().length === 0) await new Promise((resolve) => setImmediate(resolve));
  };
  await began();
  during.abort(reason);
  await expect(painting).rejects.toBe(reason);
  expect(dripping.calls).toMatchObject([{ outcome: "aborted" }]);
  server.play("failed");
  const between = new AbortController();
  const { request, calls } = askScene({ signal: between.signal });
  const onCall = (call: (typeof calls)[number]) => {
    calls.push(call);
    between.abort(reason);
  };
  await expect(painterAt([server]).paint({ ...request, onCall })).rejects.toBe(reason);
  expect(calls).toHaveLength(1);
});

test("the cost of a picture is what the provider reports, otherwise what its price list gives", async () => {
  const costOf = async (own: Parameters<typeof askScene>[0], ...args: Parameters<typeof serveProvider>) => {
    const { request, calls } = askScene({ resolution: "4K", width: 4800, height: 3584, ...own });
    await painterAt([await serve(...args)]).paint(request);
    return calls[0]?.costMicros;
  };
  const cost = (...args: Parameters<typeof serveProvider>) => costOf({}, ...args);
  expect(await cost("google")).toBe(240_000);
  expect(await cost("google", { model: "gemini-2.5-flash-image" })).toBe(39_000);
  // 50 tokens in and 4,160 out, at 5 (words), 8 (pictures) and 32 dollars per million.
  const own = { model: "openai/gpt-image-1.5" };
  expect(await cost("openai-compatible", own)).toBe(50 * 5 + 4_160 * 32);
  const edit = { mode: "edit", image: { bytes: Buffer.from(tinyPng, "base64") } } as const;
  expect(await costOf(edit, "openai-compatible", own)).toBe(50 * 8 + 4_160 * 32);
  // Landscape, by the price list: the price of its tokens is unknown.
  expect(await cost("openai-compatible", { model: "gpt-image-1-mini" })).toBe(15_000);
  // 2048 × 1536: three megapixels.
  expect(await cost("fal", { model: "fal-ai/flux-2-pro" })).toBe(30_000 + 2 * 15_000);
  expect(await cost("openai-compatible")).toBeNull();
});
