import { describe, expect, test } from "vitest";
import { shallow } from "zustand/shallow";
import {
  changeById,
  dismissGeneration,
  emptyStudio,
  failGeneration,
  type Generation,
  isBlocked,
  keptState,
  orderSummary,
  removeSource,
  restoreState,
  type Source,
  type StudioState,
  traySources,
  traySummary,
} from "./state.ts";
import { generationTitle, styleName, titleOf } from "./style-texts.ts";

const host = "https://host.example/demo/image/upload/v1/";

function source(id: string, part: Partial<Source> = {}): Source {
  return {
    id,
    name: `${id}.jpg`,
    state: "ready",
    progress: 1,
    problem: null,
    rejected: false,
    previewUrl: `blob:${id}`,
    imageUrl: `${host}${id}.jpg`,
    selected: true,
    ...part,
  };
}

function generation(id: string, part: Partial<Generation> = {}): Generation {
  return {
    id,
    kind: "photo",
    sourceName: "mug.jpg",
    imageUrl: `${host}mug.jpg`,
    settings: emptyStudio.settings,
    state: "waiting",
    note: null,
    problem: null,
    idempotencyKey: `key-${id}`,
    startedAtMs: null,
    durationMs: null,
    resultUrl: null,
    creditsUsed: null,
    ...part,
  };
}

const studio = (part: Partial<StudioState>): StudioState => ({ ...emptyStudio, ...part });
const ids = (entries: readonly { id: string }[] | undefined) => entries?.map(({ id }) => id);

describe("an upload's tick", () => {
  const uploading = source("b", { state: "uploading", progress: 0.2, imageUrl: null });
  const before = studio({
    sources: [source("a"), uploading, source("c", { state: "failed" })],
    shownId: "a",
  });
  const after = { ...before, sources: changeById(before.sources, "b", { progress: 0.3 }) };

  test("changes the tile of that picture alone", () => {
    expect(after.sources[1]).not.toBe(before.sources[1]);
    expect(after.sources[0]).toBe(before.sources[0]);
    expect(after.sources[2]).toBe(before.sources[2]);
  });

  test("changes nothing that the other components select", () => {
    const selections: ((state: StudioState) => unknown)[] = [
      traySummary,
      orderSummary,
      (state) => ids(traySources(state)),
      (state) => state.sources.filter(({ state }) => state === "failed"),
      (state) => state.generations.filter(isBlocked),
      (state) => state.generations,
      (state) => state.settings,
      (state) => state.shownId,
    ];
    for (const select of selections) expect(shallow(select(before), select(after))).toBe(true);
  });
});

describe("coming back to the page", () => {
  test("brings the pictures that arrived, shown from the host, and asks again for what was under way", () => {
    const left = studio({
      sources: [source("a"), source("b", { imageUrl: null, state: "uploading" })],
      generations: [
        generation("1", { state: "running", startedAtMs: 5, note: "Still being made…" }),
        generation("2", { state: "done", resultUrl: `${host}r.jpg` }),
      ],
      shownId: "1",
    });
    const back = restoreState(JSON.parse(JSON.stringify(keptState(left))), emptyStudio);
    expect(ids(back.sources)).toEqual(["a"]);
    expect(back.sources[0]?.previewUrl).toContain("/v1/a.jpg");
    expect(back.generations[0]).toEqual(generation("1"));
    expect(back.generations[1]?.state).toBe("done");
    expect(back.shownId).toBe("1");
  });

  test("begins afresh where nothing was kept, and keeps no endless history", () => {
    expect(restoreState(undefined, emptyStudio)).toBe(emptyStudio);
    const many = Array.from({ length: 100 }, (_, at) => generation(String(at)));
    expect(ids(keptState(studio({ generations: many })).generations)?.slice(-1)).toEqual(["59"]);
  });
});

describe("what is shown when something goes away", () => {
  const state = studio({ sources: [source("a"), source("b")], generations: [generation("1")], shownId: "b" });

  test("is the newest picture left, then a photo", () => {
    expect(removeSource(state, "b")).toMatchObject({ shownId: "a" });
    expect(removeSource({ ...state, sources: [source("b")] }, "b")).toMatchObject({
      sources: [],
      shownId: "1",
    });
    expect(removeSource(state, "a").shownId).toBe("b");
  });

  test("a photo that waits or failed can be dismissed; one under way or done stays", () => {
    expect(dismissGeneration({ ...state, shownId: "1" }, "1")).toEqual({ generations: [], shownId: "b" });
    for (const kept of ["running", "done"] as const) {
      const generations = [generation("1", { state: kept })];
      expect(dismissGeneration({ ...state, generations }, "1").generations).toEqual(generations);
    }
  });
});

describe("a failed photo", () => {
  const generations = [generation("1"), generation("2", { state: "running" }), generation("3")];

  test("takes those that wait along where the reason concerns all", () => {
    const problem = { code: "insufficient_credits", message: "Too few.", fix: undefined };
    const failed = failGeneration(studio({ generations }), "2", problem).generations;
    expect(failed?.map(({ state }) => state)).toEqual(["failed", "failed", "failed"]);
    expect(failed?.every(isBlocked)).toBe(true);
  });

  test("fails alone otherwise", () => {
    const problem = { code: "generation_failed", message: "No.", fix: undefined };
    const failed = failGeneration(studio({ generations }), "2", problem).generations;
    expect(failed?.map(({ state }) => state)).toEqual(["waiting", "failed", "waiting"]);
    expect(failed?.some(isBlocked)).toBe(false);
  });
});

test("an order's cost counts the chosen pictures that are there, and what is queued besides", () => {
  const large = { ...emptyStudio.settings, resolution: "4K" as const };
  const state = studio({
    settings: large,
    sources: [
      source("a"),
      source("b"),
      source("c", { selected: false }),
      source("d", { state: "uploading" }),
    ],
    generations: [
      generation("1"),
      generation("2", { settings: large, state: "running" }),
      generation("3", { kind: "cutout" }),
      generation("4", { state: "done" }),
    ],
  });
  expect(orderSummary(state)).toEqual({
    chosen: 2,
    hasSources: true,
    uploading: true,
    cost: 8,
    promised: 5,
  });
  expect(orderSummary(emptyStudio)).toMatchObject({ chosen: 0, cost: 1, promised: 0 });
});

test("titles name the style, also one that is no longer on offer", () => {
  expect(titleOf(generation("1"))).toBe("Studio");
  expect(titleOf(generation("1", { kind: "cutout" }))).toBe("Cut-out");
  expect(generationTitle({ operation: "generate", style: "luxury" })).toBe("Luxury photo");
  expect(generationTitle({ operation: "remove_bg", style: null })).toBe("Cut-out");
  expect(styleName("vintage")).toBe("vintage");
});
