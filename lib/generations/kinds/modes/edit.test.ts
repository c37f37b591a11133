import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { PhotoRequest } from "#lib/imaging/generator.ts";
import { pool } from "#lib/imaging/worker/pool.ts";
import type { ComparedEdit } from "#lib/imaging/worker/protocol.ts";
import { useModelsOf } from "#lib/testing/models/configure.ts";
import { type ServedProvider, serveProvider } from "#lib/testing/models/index.ts";
import { drawnProduct } from "#lib/testing/pictures.ts";
import { deepTest } from "#lib/testing/trials.ts";
import { makePhoto } from "./index.ts";
import type { PhotoJob } from "./photo-job.ts";

let server: ServedProvider;
let job: PhotoJob;
const kept: ComparedEdit = {
  photo: new Uint8Array([1]),
  boundingBox: null,
  notes: [{ code: "small_source", enlarged: 1.6 }],
  fidelity: { product: "kept", changed: 0.01 },
};
const changed: ComparedEdit = {
  photo: null,
  boundingBox: null,
  notes: [],
  fidelity: { product: "kept", changed: 0.4 },
};

beforeAll(async () => {
  server = await serveProvider("openai-compatible");
  const request: PhotoRequest = {
    image: await drawnProduct(),
    prompt: "",
    width: 256,
    height: 256,
    style: "studio",
    aspectRatio: "1:1",
    resolution: "1K",
  };
  job = { request, words: null, mode: "edit" };
});
beforeEach(() => {
  server.play("picture");
  useModelsOf([server]);
  // Requires a reserve of 3.5 s for the scene.
  pool().queues.heavy.durations.set("compose 1K", 1_000);
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
afterAll(() => {
  server.close();
  pool().queues.heavy.durations.clear();
});

/** Makes a photo within a minute; an edit takes `editSeconds`, and its comparison has the next of the given results. */
async function make(found: readonly ComparedEdit[], editSeconds = 1) {
  const { heavy } = pool().queues;
  const add = heavy.add.bind(heavy);
  const results = [...found];
  vi.spyOn(heavy, "add").mockImplementation((work) => {
    const output = work.message.name === "compare" ? results.shift() : undefined;
    if (!output) return add(work);
    vi.setSystemTime(Date.now() + editSeconds * 1_000);
    work.settle({ ok: true, output });
  });
  const calls: string[] = [];
  const signal = AbortSignal.timeout(60_000);
  const by = { caller: "test", signal, deadlineAtMs: Date.now() + 60_000 };
  const made = makePhoto(job, { ...by, onCall: ({ mode }) => void calls.push(mode) });
  return {
    ...(await made.then(
      (photo) => ({ photo, error: null }),
      (error) => ({ photo: null, error }),
    )),
    calls,
  };
}

describe("an edit", () => {
  test("that left the product unchanged is the photo", async () => {
    const { photo, calls } = await make([kept]);
    expect(photo).toEqual({
      bytes: kept.photo,
      boundingBox: null,
      stance: null,
      notes: kept.notes,
      mode: "edit",
      model: server.env.IMAGE_MODEL,
      fidelity: kept.fidelity,
    });
    expect(calls).toEqual(["edit"]);
    expect(server.paid()[0]?.pictures).toHaveLength(1);
  });

  test("that changed the product is tried again once", async () => {
    const { photo, calls } = await make([changed, kept]);
    expect([photo?.mode, calls]).toEqual(["edit", ["edit", "edit"]]);
  });

  deepTest("that changed the product twice becomes a scene, and the photo reports it", async () => {
    const { photo, calls } = await make([changed, changed]);
    expect(calls).toEqual(["edit", "edit", "scene"]);
    expect(photo).toMatchObject({ mode: "scene", fidelity: { product: "original", changed: 0 } });
  });

  deepTest("is not tried again if the remaining time only suffices for a scene", async () => {
    const { photo, calls } = await make([changed], 20);
    expect([photo?.mode, calls]).toEqual(["scene", ["edit", "scene"]]);
  });

  test("that changed the product without time for another call fails, and the error names a fix", async () => {
    const { error, calls } = await make([changed], 35);
    expect(error).toMatchObject({
      code: "generation_failed",
      message: "The image model changed the product.",
    });
    expect(error.fix).toContain("`scene`");
    expect(calls).toEqual(["edit"]);
  });

  test("that changed the product without time for another call becomes a studio photo if that is the fallback", async () => {
    useModelsOf([server], { IMAGE_FALLBACK: "studio" });
    const { photo, calls } = await make([changed], 35);
    expect([photo?.mode, photo?.model, calls]).toEqual(["studio", null, ["edit"]]);
  });
});
