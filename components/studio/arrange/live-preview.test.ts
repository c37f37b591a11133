import { afterEach, expect, test, vi } from "vitest";
import { ApiProblem } from "#lib/contract/client.ts";
import { createLivePreview, type Preview, type PreviewRequest } from "./live-preview.ts";

afterEach(() => vi.unstubAllGlobals());

const plain: PreviewRequest = { image_url: "mug", type: "product", style: "studio" };
const moved: PreviewRequest = { ...plain, layout: { x: 0.25 } };

function previewOf({ layout }: PreviewRequest): Preview {
  const left = Math.round(((layout?.x ?? 0.5) - 0.2) * 500);
  return {
    image: `data:${left}`,
    width: 500,
    height: 400,
    prompt_understood: null,
    prompt_ignored: null,
    scene: null,
    scene_suggestions: [],
    stance: "stand" as const,
    notes: [],
    bounding_box: { left, top: 150, width: 200, height: 100 },
  };
}

function openPreview(answer: (request: PreviewRequest) => Preview = previewOf) {
  const asked: PreviewRequest[] = [];
  const preview = createLivePreview(new AbortController().signal, async (request) => {
    asked.push(request);
    return answer(request);
  });
  const finished = async () => {
    while (preview.store.getState().busy) await new Promise(setImmediate);
  };
  const see = (request: PreviewRequest) => {
    preview.ask(request);
    return finished();
  };
  return { preview, asked, finished, see };
}

test("the style's standard placement is read from a preview without layout, without an extra request", async () => {
  const { preview, asked, see } = openPreview();
  await see(plain);
  await see(moved);
  expect(asked).toEqual([plain, moved]);
  const { base, shown } = preview.store.getState();
  expect(base?.placement).toEqual({ x: 0.5, y: 0.5, scale: 0.5, rotationDeg: 0 });
  expect(base?.product).toEqual({ width: 1, height: 0.5 });
  expect(shown?.image).toBe("data:25");
});

test("with a stored layout, the style's standard placement is requested first, and only once", async () => {
  const { preview, asked, see } = openPreview();
  await see(moved);
  const lit = { ...moved, light: { warmth: 1 }, shadow: 0 };
  await see(lit);
  expect(asked).toEqual([plain, moved, lit]);
  expect(preview.store.getState().base?.placement.x).toBe(0.5);
});

test("an equal request is not sent twice, and another picture starts with an empty preview", async () => {
  const { preview, asked, finished, see } = openPreview();
  await see(plain);
  await see({ ...plain });
  expect(asked).toHaveLength(1);
  preview.ask({ ...plain, image_url: "candle" });
  expect(preview.store.getState()).toMatchObject({ imageUrl: "candle", shown: null, base: null });
  await finished();
  expect(preview.store.getState().shown).not.toBeNull();
});

test("a briefly rate-limited preview is retried without an error", async () => {
  vi.stubGlobal("window", new EventTarget());
  let refused = 0;
  const { preview, see } = openPreview((request) => {
    if (refused++ < 2) throw problem(429, "rate_limited");
    return previewOf(request);
  });
  await see(plain);
  expect(preview.store.getState()).toMatchObject({ problem: null, imageUrl: "mug" });
  expect(preview.store.getState().shown).not.toBeNull();
});

test("a rate limit of an hour is shown immediately", async () => {
  const { preview, asked, see } = openPreview(() => {
    throw problem(429, "rate_limited", 3_600);
  });
  await see(plain);
  expect(asked).toHaveLength(1);
  expect(preview.store.getState().problem).toMatchObject({ status: 429 });
});

test("a refusal is shown with its message, and can be retried", async () => {
  let isFirst = true;
  const { preview, finished, see } = openPreview((request) => {
    if (isFirst) throw problem(400, "invalid_params");
    return previewOf(request);
  });
  await see(plain);
  expect(preview.store.getState().problem).toMatchObject({ message: "because of 400" });
  isFirst = false;
  preview.retry();
  await finished();
  expect(preview.store.getState()).toMatchObject({ problem: null });
  expect(preview.store.getState().shown).not.toBeNull();
});

test("a product without a bounding box has no handles", async () => {
  const { preview, see } = openPreview((request) => ({ ...previewOf(request), bounding_box: null }));
  await see(plain);
  expect(preview.store.getState().base).toBeNull();
});

function problem(status: number, code: string, retryAfterS = 0): ApiProblem {
  const body = { error: { code, message: `because of ${status}` } };
  return new ApiProblem(
    new Response(null, { status, headers: { "retry-after": String(retryAfterS) } }),
    body,
  );
}

test("another scene cancels the running preview; another option lets it finish", async () => {
  const asked: { request: PreviewRequest; signal: AbortSignal; answer: () => void }[] = [];
  const preview = createLivePreview(new AbortController().signal, (request, signal) => {
    const { promise, resolve } = Promise.withResolvers<Preview>();
    asked.push({ request, signal, answer: () => resolve(previewOf(request)) });
    return promise;
  });
  const scene: PreviewRequest = { ...plain, scene: "loft" };
  preview.ask(plain);
  preview.ask(scene);
  expect(asked.map(({ request, signal }) => [request, signal.aborted])).toEqual([
    [plain, true],
    [scene, false],
  ]);
  preview.ask({ ...scene, light: { warmth: 1 } });
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  asked[1]?.answer();
  await expect.poll(() => asked.length).toBe(3);
});
