import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStore } from "zustand";
import { createGenerations } from "./generations.ts";
import { emptyStudio, type Source, type StudioState } from "./state.ts";

const source: Source = {
  id: "a",
  name: "mug.jpg",
  state: "ready",
  progress: 1,
  problem: null,
  rejected: false,
  previewUrl: null,
  imageUrl: "https://host.example/mug.jpg",
  selected: true,
};

const answer = () =>
  Response.json({
    result_url: "https://host.example/result.jpg",
    credits_used: 1,
    credits_remaining: { monthly: 9, topup: 0, total: 9 },
  });
const refusal = (status: number, code: string, headers = {}) =>
  Response.json({ error: { code, message: code } }, { status, headers });

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
/** Idempotency keys of the calls that ask for a photo, in order. */
const keysAsked = () =>
  fetched.mock.calls
    .filter(([url]) => url === "/api/v1/generate")
    .map(([, { headers }]) => new Headers(headers).get("idempotency-key"));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  fetched.mockReset();
});

function openWith(count: number) {
  const sources = Array.from({ length: count }, (_, at) => ({ ...source, id: String(at) }));
  const store = createStore<StudioState>(() => ({ ...emptyStudio, sources }));
  const studio = createGenerations({ store, closed: new AbortController().signal });
  const states = () => store.getState().generations.map(({ state }) => state);
  return { store, studio, states };
}

test("asks again under the same key after a lost connection, an unfinished first call and a full queue", async () => {
  const { studio, states } = openWith(1);
  fetched
    .mockRejectedValueOnce(new TypeError("lost"))
    .mockResolvedValueOnce(refusal(409, "idempotency_in_progress", { "retry-after": "1" }))
    .mockResolvedValueOnce(refusal(503, "overloaded", { "retry-after": "3" }))
    .mockResolvedValueOnce(answer());
  studio.generate();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(states()).toEqual(["running"]);
  await vi.advanceTimersByTimeAsync(1_000);
  // The queue was full: nothing is being made, so it can be called off.
  expect(states()).toEqual(["waiting"]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(states()).toEqual(["done"]);
  expect(keysAsked()).toHaveLength(4);
  expect(new Set(keysAsked()).size).toBe(1);
});

test("asks at once when the connection comes back", async () => {
  const { studio, states } = openWith(1);
  fetched.mockRejectedValueOnce(new TypeError("lost")).mockResolvedValueOnce(answer());
  studio.generate();
  await vi.advanceTimersByTimeAsync(1);
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(1);
  expect(states()).toEqual(["done"]);
});

test("sends two at a time, oldest first, and none once the credits are gone", async () => {
  const { studio, store, states } = openWith(4);
  const first = Promise.withResolvers<Response>();
  fetched.mockImplementation((url) =>
    url === "/api/v1/generate" ? first.promise.then((response) => response.clone()) : Promise.reject(),
  );
  studio.generate();
  await vi.advanceTimersByTimeAsync(1);
  expect(states()).toEqual(["waiting", "waiting", "running", "running"]);
  first.resolve(refusal(402, "insufficient_credits"));
  await vi.advanceTimersByTimeAsync(1);
  expect(states()).toEqual(["failed", "failed", "failed", "failed"]);
  expect(keysAsked()).toHaveLength(2);
  // A refused request is asked anew, not under the key of the refusal.
  fetched.mockImplementation(async () => answer());
  studio.retryBlocked();
  await vi.advanceTimersByTimeAsync(1);
  expect(states()).toEqual(["done", "done", "done", "done"]);
  expect(new Set(keysAsked()).size).toBe(6);
  expect(store.getState().generations[0]?.creditsUsed).toBe(1);
});

test("a waiting photo that is dismissed is never sent", async () => {
  const { studio, store, states } = openWith(3);
  const gate = Promise.withResolvers<Response>();
  fetched.mockImplementation(() => gate.promise.then((response) => response.clone()));
  studio.generate();
  await vi.advanceTimersByTimeAsync(1);
  studio.dismiss(store.getState().generations[0]?.id ?? "");
  gate.resolve(answer());
  await vi.advanceTimersByTimeAsync(1);
  expect(states()).toEqual(["done", "done"]);
  expect(keysAsked()).toHaveLength(2);
});
