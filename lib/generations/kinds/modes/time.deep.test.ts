// Guards the time that a model gets before the studio must begin.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { PhotoRequest } from "#lib/imaging/generator.ts";
import { pool } from "#lib/imaging/worker/pool.ts";
import { useModelsOf } from "#lib/testing/models/configure.ts";
import { type ServedProvider, serveProvider } from "#lib/testing/models/index.ts";
import { drawnProduct } from "#lib/testing/pictures.ts";
import { makePhoto } from "./index.ts";
import type { PhotoJob, PhotoPart } from "./photo-job.ts";
import { reserveMs } from "./time.ts";

let server: ServedProvider;
let job: PhotoJob;

beforeAll(async () => {
  server = await serveProvider("openai-compatible", { scenario: "drip" });
  const request: PhotoRequest = {
    image: await drawnProduct(),
    prompt: "",
    width: 256,
    height: 256,
    style: "studio",
    aspectRatio: "1:1",
    resolution: "1K",
  };
  job = { request, words: "on a raft", mode: "scene" };
  // Warm-up, as in a worker that has made a photo before.
  const studio = { ...job, mode: "studio" } as const;
  await makePhoto(studio, {
    caller: "test",
    signal: AbortSignal.timeout(60_000),
    deadlineAtMs: Date.now() + 60_000,
  });
}, 70_000);
afterAll(() => {
  server.close();
});

test("a model that does not finish is stopped in time for the studio fallback", async () => {
  useModelsOf([server], { IMAGE_FALLBACK: "studio" });
  const deadlineAtMs = Date.now() + 4_000 + Math.round(reserveMs("compose", "1K"));
  const parts: PhotoPart[] = [];
  const made = await makePhoto(job, {
    caller: "test",
    deadlineAtMs,
    signal: AbortSignal.timeout(deadlineAtMs - Date.now()),
    onPart: (part) => parts.push(part),
  });
  expect(made).toMatchObject({ mode: "studio", model: null, fidelity: { product: "original", changed: 0 } });
  // The photo did not fail at its deadline, so the model was stopped earlier.
  expect(parts).toEqual(["plan", "paint", "studio"]);
});

test("without the studio as fallback, only the time to compose the picture is reserved", async () => {
  useModelsOf([server]);
  const { durations } = pool().queues.heavy;
  durations.set("compose 1K", 1_000).set("photo 1K", 5_000);
  const composeMs = reserveMs("compose", "1K");
  useModelsOf([server], { IMAGE_FALLBACK: "studio" });
  expect(reserveMs("compose", "1K") - composeMs).toBe(2 * 4_000);
});

test.each([
  ["with", { IMAGE_FALLBACK: "studio" }],
  ["without", {}],
])(
  "%s the studio fallback, an aborted photo ends its model's call and rejects with the reason of the abort",
  async (_, fallback) => {
    server.play("drip");
    useModelsOf([server], fallback);
    const abort = new AbortController();
    const onCall = vi.fn();
    const parts: PhotoPart[] = [];
    // Later than this test's own limit: only the abort ends the call.
    const deadlineAtMs = Date.now() + 600_000;
    const made = makePhoto(job, {
      caller: "test",
      deadlineAtMs,
      signal: abort.signal,
      onCall,
      onPart: (part) => parts.push(part),
    });
    const outcome = made.catch((error: unknown) => error);
    await vi.waitUntil(() => server.paid().length === 1, 20_000);
    expect(onCall).not.toHaveBeenCalled();
    const reason = new Error("not this worker's any more");
    abort.abort(reason);
    expect(await outcome).toBe(reason);
    expect(onCall.mock.calls).toMatchObject([[{ mode: "scene", outcome: "aborted" }]]);
    expect(parts).toEqual(["plan", "paint"]);
  },
);
